import type { DraftLeg, KaosDecision, KaosView, Pace, TriedPath, TriedReach, TriedTyped } from '../protocol'
import type { Trying } from './trying'
import { isFleeing, type Point, profileOf, type Standing, standing } from './table.svelte'

/** degrees by which a notch of the wheel or a key turns the base, and by which it does so finely */
export const TURN = 15
export const FINE = 1
const FULL = 360
/** centimetres within which the end of a path is drawn to what is near */
const DRAWN = 0.75

const hundredth = (n: number) => Math.round(n * 100) / 100

/** A figure moved by hand: its way points, what the server makes of them, and the ghost of its base. */
export class Hand {
  /** whether a hand lies on the figure that is asked to move */
  isOn = $state(false)
  /** the way points so far, as the server has cut and drawn them */
  legs = $state.raw<DraftLeg[]>([])
  /** where the ghost is being taken, in centimetres; null while it rests */
  goal = $state.raw<Point | null>(null)
  /** how it is being turned; null for as it is */
  facing = $state<number | null>(null)
  pace = $state<Pace>('')
  /** the next way point is leapt to */
  leaps = $state(false)
  found = $state.raw<TriedPath | null>(null)
  /** the answer whose action comes before these way points: they are the second part of a split move */
  after = $state.raw<{ do: string; label: string } | null>(null)
  /** an action from the end of the path, by its line; none for the path alone */
  action = $state<string | null>(null)
  reach = $state.raw<TriedReach | null>(null)
  /** the figure that is moved */
  figure = $state.raw<Standing | null>(null)
  side = $state(2.5)
  private before: { legs: DraftLeg[]; after: Hand['after'] }[] = []
  private undone = $state(0)
  /** what was done last: turning and nudging go on where they were */
  private last: 'turn' | 'nudge' | '' = ''
  /** the end is not drawn to what is near */
  isFree = false
  /** it follows a line that is typed, and writes none */
  isTyped = $state(false)
  /** the enemy that the ghost was put down on, by id: the best attack on it is asked for */
  onto = $state<string | null>(null)
  /** the figure itself is dragged, not its ghost: where it is let go on an enemy or a goal, it does what was said */
  isDragged = $state(false)
  /** what is held or taken where it is dragged to, in words; "" for nothing */
  holds = $state('')
  /** what is given once it is told what was let go */
  private giving: ((found: TriedPath) => void) | null = null
  /** the enemy that no attack gets at */
  outOfReach = $state<string | null>(null)
  /** where the ghost was let go last */
  private wanted = $state.raw<Point | null>(null)
  private asks = 0
  private foundOnto = $state<string | null>(null)
  /** where the ghost was let go, until the server has said where that is */
  private awaited: { x: number; y: number; facing: number } | null = null

  constructor(private readonly trying: Trying) {}

  /** Another decision is asked: whose figure may be moved by hand, if any. */
  asked(view: KaosView, decision: KaosDecision | null) {
    const moves = decision && !decision.listed && decision.options.some(({ verb }) => verb === 'plan' || verb === 'move')
    const figure = moves ? standing(view).find((one) => one.id === decision.figure && !isFleeing(one)) : undefined
    this.figure = figure ?? null
    this.side = (figure && profileOf(view, figure)?.base) || 2.5
    this.reach = null
    this.trying.forget()
    this.leave()
  }

  /** Lays the hand on: what it gets to is shown. */
  begin() {
    if (!this.figure || this.isOn) return
    this.isOn = true
    this.settle()
    this.look()
  }

  leave() {
    this.isOn = false
    this.legs = []
    this.before = []
    this.undone = 0
    if (this.after) this.reach = null
    this.goal = this.facing = this.found = this.action = this.awaited = this.after = this.onto = this.outOfReach = null
    this.pace = this.holds = ''
    this.leaps = this.isTyped = this.isDragged = false
    this.giving = null
  }

  get canUndo(): boolean {
    return this.undone > 0
  }

  /** Where the ghost stands. */
  get ghost(): { x: number; y: number; z: number; facing: number } | null {
    const end = this.found?.end ?? this.figure
    return end ? { x: end.x, y: end.y, z: end.z ?? 0, facing: end.facing } : null
  }

  private get draft(): DraftLeg[] {
    const legs = [...this.legs]
    if (this.goal) legs.push({ leg: this.leaps ? 'jump' : 'go', x: hundredth(this.goal.x), y: hundredth(this.goal.y) })
    if (this.facing !== null) {
      if (legs.at(-1)?.leg === 'face') legs.pop()
      legs.push({ leg: 'face', facing: this.facing })
    }
    return legs
  }

  private ask(settled: boolean, snap = !this.leaps && !this.isFree) {
    const turn = ++this.asks
    const { onto } = this
    this.trying.ask({ kind: 'path', legs: this.draft, pace: this.pace, settled, snap, ...(this.onto && { onto: this.onto }), ...(this.after && { after: this.after.do }) }, (found) => {
      if (found?.kind !== 'path' || !this.isOn) return
      this.found = found
      this.foundOnto = onto
      if (!settled || turn !== this.asks) return
      this.legs = found.legs
      this.awaited = null
      this.outOfReach = found.attack ? null : this.onto
      const { giving } = this
      this.giving = null
      giving?.(found)
    })
  }

  /** The ghost is taken to a point; held over an enemy (`onto`), the attack on that one is asked for. */
  take(to: Point, isFree = false, onto: string | null = null) {
    if (!this.isOn) this.begin()
    const isThere = onto !== null && onto === this.onto && this.goal !== null
    this.isFree = isFree
    this.isTyped = false
    this.goal = to
    if (isThere) return
    this.action = this.outOfReach = null
    this.onto = onto
    this.ask(false)
  }

  /** Whether what was found last is of the enemy, or of none, that the figure is held over now. */
  get isTold(): boolean {
    return this.foundOnto === this.onto
  }

  /** What was said of the enemy that the figure is held over: the line of the attack, "" before that is known. */
  get said(): string {
    return (this.isTold && this.onto && this.found?.attack) || ''
  }

  /** The ghost is let go: where it is now is a way point; on an enemy (`onto`) that one is to be attacked. `giving` gives what it has come to, once that is told. */
  drop(onto: string | null = null, giving: ((found: TriedPath) => void) | null = null) {
    this.isDragged = false
    if (!this.goal) return
    this.giving = giving
    this.keep('')
    this.settle(this.after ? null : onto)
  }

  /** A way point at once. */
  point(to: Point, onto: string | null = null) {
    this.take(to)
    this.drop(onto)
  }

  /** The ghost is moved by so many centimetres, and the last way point with it; `isFine` where nothing draws it. */
  nudge(dx: number, dy: number, isFine: boolean) {
    const { ghost } = this
    if (!ghost) return
    if (!this.isOn) this.begin()
    this.isFree = isFine
    const from = this.awaited ?? this.nudged ?? ghost
    if (this.last === 'nudge') {
      const place = this.legs.findLastIndex(({ leg }) => leg !== 'face')
      if (place >= 0) this.legs = this.legs.toSpliced(place, 1)
    } else this.keep('nudge')
    this.goal = { x: from.x + dx, y: from.y + dy }
    this.settle()
  }

  /** Where the last nudge led, if the ghost is there but for what draws it: nudges come to the same however fast they follow. */
  private get nudged(): Point | null {
    const { ghost, wanted } = this
    return this.last === 'nudge' && ghost && wanted && Math.hypot(wanted.x - ghost.x, wanted.y - ghost.y) < DRAWN ? wanted : null
  }

  /** The next nudge goes on to another way point. */
  mark() {
    this.last = ''
  }

  /** The ghost is turned to an angle; `isOver` once it is let go. */
  turnTo(facing: number, isOver = true) {
    this.facing = ((Math.round(facing) % FULL) + FULL) % FULL
    this.action = null
    if (!isOver || this.goal) return this.ask(false)
    this.keep('turn')
    this.settle()
  }

  turn(by: number) {
    const { ghost } = this
    if (!ghost) return
    if (!this.isOn) this.begin()
    this.turnTo((this.facing ?? this.awaited?.facing ?? ghost.facing) + by)
  }

  change(pace: Pace) {
    this.pace = this.pace === pace ? '' : pace
    this.action = null
    this.settle()
  }

  /** Follows a line that is typed, as far as it is one of a path. */
  follow(line: string) {
    if (!this.figure) return
    this.trying.ask({ kind: 'typed', line }, (found) => {
      if (found?.kind === 'typed') this.followed(found)
    })
  }

  private followed({ is_path, pace, legs, after }: TriedTyped) {
    if (!is_path) return void (this.isTyped && this.leave())
    if (!this.isOn) this.begin()
    if (!this.isTyped) this.keep('')
    this.acts(after ? { do: after, label: '' } : null)
    this.legs = legs ?? []
    this.goal = this.facing = this.action = this.awaited = null
    this.pace = pace ?? ''
    this.settle()
    this.isTyped = true
  }

  private keep(what: 'turn' | 'nudge' | '') {
    const goesOn = what !== '' && this.last === what && this.before.length > 0
    this.last = what
    if (goesOn) return
    this.before.push({ legs: this.legs, after: this.after })
    this.undone = this.before.length
  }

  /** Whether what was wanted last is barred, and a way round may lead there. */
  get canGoRound(): boolean {
    return Boolean(this.wanted && this.found?.problem && ['path-piece', 'path-wall', 'path-figure'].includes(this.found.problem.kind))
  }

  /** Goes round what is in the way to where the ghost was to go. */
  goRound() {
    const { wanted, before } = this
    if (!wanted || !before.length) return
    this.legs = [...(before.at(-1)?.legs ?? []), { leg: 'way', x: hundredth(wanted.x), y: hundredth(wanted.y) }]
    this.settle()
  }

  /** Goes along the lane by which an enemy is charged that begins nearest; whether there is any. */
  charge(target: string): boolean {
    const { figure } = this
    const lines = (this.reach?.lanes ?? []).flatMap((lane) => {
      const ends = lane.target === target ? lane.shape : []
      return ends.slice(0, ends.length / 2).map((start, n) => ({ start, end: ends.at(-1 - n) ?? start }))
    })
    if (!figure || !lines.length) return false
    const far = ([x, y]: [number, number]) => Math.hypot(x - figure.x, y - figure.y)
    const [line] = lines.toSorted((one, other) => far(one.start) - far(other.start))
    if (!line) return false
    this.keep('')
    this.goal = this.facing = this.awaited = null
    this.pace = 'charge'
    this.legs = [...(far(line.start) > 0.1 ? [{ leg: 'way' as const, x: line.start[0], y: line.start[1] }] : []), { leg: 'go', x: line.end[0], y: line.end[1] }]
    this.settle()
    return true
  }

  /** The answers after which the figure may walk on. */
  get splits(): readonly string[] {
    return this.isOn ? (this.found?.splits ?? []) : []
  }

  /** An action is done where the path ends, and the figure walks on from there. */
  goOn(option: { do: string; label: string }) {
    this.keep('')
    this.acts({ do: option.do, label: option.label })
    this.legs = []
    this.goal = this.facing = this.awaited = null
    this.pace = ''
    this.settle()
  }

  /** Back to the way point before. */
  undo() {
    const last = this.before.pop()
    if (!last) return
    this.undone = this.before.length
    this.last = ''
    this.legs = last.legs
    this.acts(last.after)
    this.goal = this.facing = this.action = this.awaited = null
    this.settle()
  }

  /** The hand rests: what it has come to is kept as the way so far, and as the server has it once that has answered. */
  private settle(onto: string | null = null) {
    const { ghost, goal, facing } = this
    this.onto = onto
    this.outOfReach = null
    const snap = !this.leaps && !this.isFree
    this.action = null
    this.isTyped = false
    this.legs = this.draft
    if (ghost && (goal || facing !== null)) {
      const from = this.awaited ?? ghost
      this.awaited = { x: goal?.x ?? from.x, y: goal?.y ?? from.y, facing: facing ?? from.facing }
    }
    this.wanted = goal
    this.goal = this.facing = null
    this.leaps = false
    this.ask(true, snap)
  }

  /** The way points are those of the second part of a move, after an action, or of its only one. */
  private acts(after: Hand['after']) {
    const isOther = after?.do !== this.after?.do
    this.after = after
    if (!isOther) return
    this.reach = null
    this.look()
  }

  /** Asks what the figure gets to, after its action with what movement is left. */
  look() {
    const { figure, after } = this
    if (!figure) return
    this.trying.ask({ kind: 'reach', figure: figure.id, ...(after && { after: after.do }) }, (found) => {
      if (found?.kind === 'reach' && after?.do === this.after?.do) this.reach = found
    })
  }

  /** Where the first problem is drawn: before the base that is stopped, not on it. */
  get troubleAt(): Point | null {
    const { problem, stretches = [], end } = this.found ?? {}
    if (!problem?.at || !end) return null
    const { at } = problem
    const last = stretches.at(-1)
    const to = this.goal && Math.hypot(this.goal.x - at.x, this.goal.y - at.y) > 0.3 ? this.goal : last ? { x: 2 * last.end.x - last.start.x, y: 2 * last.end.y - last.start.y } : null
    const far = to ? Math.hypot(to.x - at.x, to.y - at.y) : 0
    if (!to || !far) return { x: at.x, y: at.y }
    const part = (this.side / 2 + 0.7) / far
    return { x: at.x + (to.x - at.x) * part, y: at.y + (to.y - at.y) * part }
  }

  /** The line that would be given, "" while there is none that is legal. */
  get line(): string {
    if (this.action) return this.action
    return this.found?.legal ? this.found.line : ''
  }
}
