import type { Figure, KaosDecision, KaosOption, KaosView, Place, SeatName, Spot } from '../protocol'

/** Drawn units for a centimetre. */
export const CM = 10
/** How far around the table one may look, in drawn units. */
const MARGIN = 16
const NEAREST = 9
/** Pixels of a foot figure's base where the table is played on, as far as the window is large enough for that. */
const USUAL = { most: 35, least: 26, ofWindow: 22 }
/** Centimetres that are shown around who is asked, who may walk there, and at least around everybody. */
const BESIDE = 11
const EDGE = 3
/** How much of the window is pushed on at a time by keys. */
const PUSH = 0.2
/** pixels of a base below which the table is shown nearer before a hand is laid on it */
const SMALLEST = 18

export interface Point {
  x: number
  y: number
}

/** What is measured on the table: a length, what is seen, how far weapons carry, where somebody gets to. */
export type Tool = 'ruler' | 'sight' | 'bands' | 'reach'

/** What somebody looks at on the table of Kaos, and how: the part shown, the figure chosen, the answer pointed at. */
export class Looking {
  /** quarters the table is turned by, clockwise */
  turned = $state(0)
  zoom = $state(1)
  /** the middle of what is shown, in drawn units of the turned table; null shows all of it */
  private centre = $state.raw<Point | null>(null)
  /** the window the table is shown in, in pixels */
  width = $state(1)
  height = $state(1)
  /** the figure that is looked at, by id: its card is shown, and only answers that concern it */
  figure = $state<string | null>(null)
  /** the line of the answer pointed at */
  line = $state<string | null>(null)
  /** another place on the way of a strike than the one proposed (`of`) */
  stop = $state.raw<{ of: string; do: string; end: Spot } | null>(null)
  /** the figure that a pointer is over, told in words */
  hovered = $state<string | null>(null)
  /** what is played for and pointed at, by its place among the objectives */
  goal = $state<number | null>(null)
  /** what is drawn on the table is explained beside it */
  isExplained = $state(false)
  /** crowded figures are shown larger in a loupe */
  loupe = $state(false)
  /** the answer was tapped once: another tap gives it */
  armed = $state(false)
  /** who answers by keyboard finds the focus on the first answer again */
  wantsFocus = false
  /** what is shown follows what is asked, until somebody looks elsewhere */
  private follows = true
  /** what was shown before a figure was taken up to be moved by hand */
  private left: { zoom: number; centre: Point | null; follows: boolean } | null = null
  /** what is measured */
  tool = $state<Tool | null>(null)
  private size = $state.raw<Point>({ x: 1, y: 1 })

  /** Another table lies there. */
  lay(view: KaosView) {
    const { width, depth } = view.table
    if (this.size.x !== width * CM || this.size.y !== depth * CM) this.size = { x: width * CM, y: depth * CM }
  }

  private get wide(): number {
    return this.turned % 2 ? this.size.y : this.size.x
  }

  private get deep(): number {
    return this.turned % 2 ? this.size.x : this.size.y
  }

  /** Pixels for a drawn unit. */
  get scale(): number {
    return Math.min(this.width / (this.wide + 2 * MARGIN), this.height / (this.deep + 2 * MARGIN)) * this.zoom
  }

  get middle(): Point {
    return this.centre ?? { x: this.wide / 2, y: this.deep / 2 }
  }

  get box(): string {
    const [across, along] = [this.width / this.scale, this.height / this.scale]
    return [this.middle.x - across / 2, this.middle.y - along / 2, across, along].map((one) => one.toFixed(2)).join(' ')
  }

  /** Where a point of the table, in centimetres, is drawn. */
  at(x: number, y: number): Point {
    const [across, down] = [x * CM, this.size.y - y * CM]
    if (this.turned === 1) return { x: this.size.y - down, y: across }
    if (this.turned === 2) return { x: this.size.x - across, y: this.size.y - down }
    if (this.turned === 3) return { x: down, y: this.size.x - across }
    return { x: across, y: down }
  }

  /** The point of the table, in centimetres, that is drawn at a point. */
  from({ x, y }: Point): Point {
    const back = [
      { x, y },
      { x: y, y: this.size.y - x },
      { x: this.size.x - x, y: this.size.y - y },
      { x: this.size.x - y, y: x },
    ][this.turned] ?? { x, y }
    return { x: back.x / CM, y: (this.size.y - back.y) / CM }
  }

  /** The point of the table, in centimetres, so many pixels from the middle of the window. */
  under({ x, y }: Point): Point {
    return this.from({ x: this.middle.x + x / this.scale, y: this.middle.y + y / this.scale })
  }

  /** How many pixels from the middle of the window a point of the table is shown. */
  shownAt(x: number, y: number): Point {
    const at = this.at(x, y)
    return { x: (at.x - this.middle.x) * this.scale, y: (at.y - this.middle.y) * this.scale }
  }

  /** The angle, clockwise, by which what faces east is turned in the drawing. */
  angle(facing: number): number {
    return this.turned * 90 - facing
  }

  points(places: readonly { x: number; y: number }[]): string {
    return places
      .map((place) => this.at(place.x, place.y))
      .map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`)
      .join(' ')
  }

  /** Shows the table so many times nearer, with the point under the pointer where it is (from the middle, in pixels). */
  nearer(times: number, from: Point = { x: 0, y: 0 }) {
    this.follows = false
    this.left = null
    const { middle, scale } = this
    const under = { x: middle.x + from.x / scale, y: middle.y + from.y / scale }
    this.zoom = Math.min(NEAREST, Math.max(1, this.zoom * times))
    this.look({ x: under.x - from.x / this.scale, y: under.y - from.y / this.scale })
  }

  /** Moves what is shown by so many pixels. */
  drag(dx: number, dy: number) {
    this.follows = false
    this.left = null
    const { middle, scale } = this
    this.look({ x: middle.x - dx / scale, y: middle.y - dy / scale })
  }

  private look(to: Point) {
    if (this.zoom === 1) return void (this.centre = null)
    this.centre = { x: Math.min(this.wide, Math.max(0, to.x)), y: Math.min(this.deep, Math.max(0, to.y)) }
  }

  all() {
    this.follows = false
    this.whole()
  }

  private whole() {
    this.zoom = 1
    this.centre = null
  }

  /**
   * A figure is taken up to be moved by hand: what is shown stays as it is, unless its base (a side in centimetres) is too
   * small for a hand, or something of where it may be taken (`places`) is out of sight where nobody has chosen so. All of
   * that is shown then, until the hand is off again.
   */
  takeUp(side: number, places: readonly { x: number; y: number }[]) {
    const isLargeEnough = side * CM * this.scale >= SMALLEST
    if (isLargeEnough && (!this.follows || places.every((one) => this.isShown(one.x, one.y)))) return
    const { zoom, centre, follows } = this
    this.near(places)
    this.left = { zoom, centre, follows }
  }

  /** Shows again what was shown before a figure was taken up, unless somebody has looked elsewhere since. */
  putBack() {
    if (!this.left) return
    const { zoom, centre, follows } = this.left
    this.zoom = zoom
    this.centre = centre
    this.follows = follows
    this.left = null
  }

  /** Whether a point is in sight, with so many pixels around it. */
  private isShown(x: number, y: number, edge = 0): boolean {
    const at = this.shownAt(x, y)
    return Math.abs(at.x) + edge <= this.width / 2 && Math.abs(at.y) + edge <= this.height / 2
  }

  /** Shows the part of the table where all these points are, and what is asked about from then on. */
  near(places: readonly { x: number; y: number }[]) {
    this.follows = true
    this.whole()
    if (!places.length) return
    const drawn = places.map((place) => this.at(place.x, place.y))
    const [xs, ys] = [drawn.map((one) => one.x), drawn.map((one) => one.y)]
    const [west, east, top, end] = [Math.min(...xs) - 5 * CM, Math.max(...xs) + 5 * CM, Math.min(...ys) - 5 * CM, Math.max(...ys) + 5 * CM]
    const most = Math.min(this.width / (east - west), this.height / (end - top)) / this.scale
    this.zoom = Math.min(NEAREST, Math.max(1, most))
    this.look({ x: (west + east) / 2, y: (top + end) / 2 })
  }

  /**
   * Shows the table as large as one plays on it, its bases `USUAL.most` pixels wide, with as many of the places in sight as
   * can be and what is asked about among them; what lies in sight already is let be. Does nothing once somebody looks
   * elsewhere.
   */
  settle(places: readonly Point[], about: readonly Point[]) {
    if (!this.follows) return
    const whole = this.scale / this.zoom
    const wanted = Math.min(USUAL.most, Math.max(USUAL.least, Math.min(this.width, this.height) / USUAL.ofWindow))
    const zoom = Math.max(1, wanted / (BASE * CM) / whole)
    const isThere = this.zoom === zoom && this.centre
    if (isThere && about.every((one) => this.isShown(one.x, one.y, BASE * CM * this.scale))) return
    this.whole()
    if (zoom === 1) return
    this.zoom = zoom
    const drawn = (points: readonly Point[], of: 'x' | 'y') => points.map((one) => this.at(one.x, one.y)[of])
    const middle = (of: 'x' | 'y', length: number, size: number) => {
      const half = length / this.scale / 2
      const [all, own] = [drawn(places, of), drawn(about, of)]
      /** where the middle may be that all these points are in sight, with so many centimetres around them */
      const keep = (at: number, points: number[], edge: number) => {
        const [least, most] = [Math.max(...points) + edge * CM - half, Math.min(...points) - edge * CM + half]
        return points.length && least <= most ? Math.min(Math.max(at, least), most) : at
      }
      const centre = all.length ? (Math.min(...all) + Math.max(...all)) / 2 : size / 2
      const at = keep(keep(keep(centre, own, BESIDE), all, EDGE), own, EDGE)
      return half * 2 >= size + 2 * MARGIN ? size / 2 : Math.min(Math.max(at, half - MARGIN), size + MARGIN - half)
    }
    this.centre = { x: middle('x', this.width, this.wide), y: middle('y', this.height, this.deep) }
  }

  /** Whether part of the table lies out of sight. */
  get isPart(): boolean {
    return this.zoom > 1.02
  }

  /** Shows the part of the table around a point of it, in drawn units. */
  showAt(at: Point) {
    this.follows = false
    this.left = null
    this.look(at)
  }

  /** Pushes what is shown by keys: to the right and down for positive numbers. */
  push(across: number, down: number) {
    this.drag(-across * PUSH * this.width, -down * PUSH * this.height)
  }

  turn() {
    this.turned = (this.turned + 1) % 4
    this.all()
  }

  /** Another decision is asked: nothing is pointed at. */
  asked() {
    this.putBack()
    this.line = null
    this.stop = null
    this.armed = false
    this.figure = null
  }

  point(line: string | null) {
    if (this.line !== line) this.armed = false
    this.line = line
  }

  choose(figure: string) {
    this.figure = this.figure === figure ? null : figure
  }
}

/** Letters as in the drawings of the engine: capitals for the first horde, small ones for the second. */
export function lettersOf(view: KaosView): Record<string, string> {
  const counts: Partial<Record<SeatName, number>> = {}
  const letters: Record<string, string> = {}
  for (const { id, owner } of view.figure) {
    const n = (counts[owner] = (counts[owner] ?? 0) + 1) - 1
    const letter = String.fromCharCode((owner === 'p1' ? 65 : 97) + (n % 26))
    letters[id] = letter + (n < 26 ? '' : Math.floor(n / 26) + 1)
  }
  return letters
}

export interface Standing extends Figure {
  x: number
  y: number
  facing: number
}

/** The figures on the table. */
export const standing = (view: KaosView): Standing[] => view.figure.filter((one): one is Standing => one.status === 'in-play' && one.x !== undefined)

/** Whether a figure runs and does nothing else; of one whose flight is over at the edge the number is below 0. */
export const isFleeing = (figure: Figure) => (figure.fleeing ?? 0) > 0

export const profileOf = (view: KaosView, figure: Figure) => view.fighters.find((one) => one.id === figure.profile)

/** The side, in centimetres, of a base whose profile is not known. */
const BASE = 2.5

/** The side of a figure's base, in centimetres. */
export const sideOf = (view: KaosView, figure: Figure) => profileOf(view, figure)?.base ?? BASE

/** What is true of a figure beside its place and wounds, as the rosters of replays name it. */
export function marksOf(view: KaosView, figure: Figure): string[] {
  if (figure.status !== 'in-play') return [figure.status]
  const isActive = view.turn.figure === figure.id
  const isTrue: [string, unknown][] = [
    ['turn', isActive],
    ['played', figure.activated && !isActive],
    ['flees', isFleeing(figure)],
    ['held', figure.immobilised],
    ['searches', figure.searching],
    ['moved', figure.moved && !isActive],
    ['dodged', figure.dodges],
    ['object', view.carried?.some((one) => one.figure === figure.id)],
    ['relic', view.relic?.figure === figure.id],
  ]
  return isTrue.filter(([, holds]) => holds).map(([mark]) => mark)
}

/** The answers that concern a figure; all of them where none does, or none is chosen. */
export function concerning(decision: KaosDecision, figure: string | null): KaosOption[] {
  const found = figure ? decision.options.filter((option) => option.figures?.includes(figure)) : []
  return found.length ? found : decision.options
}

/** The answers, those that are the same but for the place they name as one: that is chosen on the table. */
export function gathered(decision: KaosDecision): KaosDecision {
  const told = new Set<string>()
  const options = decision.options.filter((one) => {
    const what = one.at && [one.label, one.end?.x, one.end?.y].join()
    if (!what) return true
    return !told.has(what) && Boolean(told.add(what))
  })
  return { ...decision, options }
}

/** how many of a group are shown before the rest is asked for, and how many of those that read alike */
const MOST = 6
const MOST_ALIKE = 2
/** doing nothing is always in the list */
const STAY = 'plan stay'

export interface Gathered {
  group: string
  /** in their order: a list of all of them stays as it is while one is pointed at */
  all: KaosOption[]
  shown: KaosOption[]
  /** those that are shown when they are asked for */
  rest: KaosOption[]
}

/** Plans by what they are for, each group with its best few; what was looked for (`kept`) is always among them. */
export function groupsOf(options: readonly KaosOption[], kept: readonly (string | null | undefined)[] = []): Gathered[] {
  const groups: Gathered[] = []
  const told = new Set<string>()
  for (const option of options) {
    // What reads the same in every word is told once; the other way to it is on the table, and may be typed.
    const words = [option.group, option.label, option.tells, option.dice, option.target, option.piece].join('\n')
    if (option.group && told.has(words) && !kept.includes(option.do)) continue
    told.add(words)
    const name = option.group ?? ''
    let group = groups.find((one) => one.group === name)
    if (!group) groups.push((group = { group: name, all: [], shown: [], rest: [] }))
    const alike = group.shown.filter((one) => one.label === option.label).length
    const isShown = !name || option.do === STAY || kept.includes(option.do) || (alike < MOST_ALIKE && group.shown.length < MOST)
    group.all.push(option)
    group[isShown ? 'shown' : 'rest'].push(option)
  }
  // One more is shown rather than asked for.
  return groups.map((one) => (one.rest.length === 1 ? { ...one, shown: [...one.shown, ...one.rest], rest: [] } : one))
}

/** The place an answer is pointed at by, if it has one of its own: who stays where it stands has none. */
export const placeOf = (option: KaosOption): Place | undefined => option.at ?? (option.path || option.verb === 'place' ? option.end : undefined)
