import type { KaosView, Scenery } from '../protocol'
import { CM, type Looking, type Point, sideOf, type Standing } from './table.svelte'

/** A place on the drawing, its sides along the window's, in drawn units. */
export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** The square of a base as it is drawn: its middle, half of its side, and how far it is turned, in radians. */
interface Square extends Point {
  half: number
  angle: number
}

/** Where the name of a figure stands beside its base, the first wanted most. */
const SIDES = ['below', 'above', 'right', 'left', 'below-right', 'below-left', 'above-right', 'above-left'] as const
type Side = (typeof SIDES)[number]

export interface Label extends Point {
  id: string
  name: string
  /** there was no room for its name, only for the beginning of it */
  isShort: boolean
  seat: Standing['owner']
  side: Side
  /** where its figure stood, so that whoever has not moved keeps the side of its name */
  stood: Point
  box: Box
}

export interface SceneryLabel extends Point {
  id: string
  name: string
  /** it is written from the foot to the top, along a piece that is too narrow for it */
  isUpright: boolean
  box: Box
}

/** What gives points, as it is marked on the table: a flag in the middle, its points at the edge of its ground. */
export interface GoalLabel extends Point {
  index: number
  name: string
  box: Box
}

/** pixels: how high the letters of a figure's name and of a piece of scenery's are */
export const FIGURE_LETTERS = 12.5
export const SCENERY_LETTERS = 12
/** how wide a letter is, in parts of its height */
const WIDE = 0.5
/** the scale below which neither are written */
const FIGURES_FROM = 0.62
const SCENERY_FROM = 0.75
/** drawn units between a base and a name beside it; how far its arrow leaves it */
const GAP = 3
const ARROW = 8
/** how far badges stand out of a base, in drawn units, and the head of who stands on it above its middle, in parts of its side */
const BADGES = 2
const HEAD = 0.74
/** of a name without room so many letters are written */
const SHORT = 3

/** Whether a point of the table lies on a base, by so many times its side; all in centimetres. */
export function isOn(base: { x: number; y: number; facing: number }, side: number, at: Point, times = 1): boolean {
  const turned = (-base.facing * Math.PI) / 180
  const [x, y] = [at.x - base.x, at.y - base.y]
  const along = x * Math.cos(turned) - y * Math.sin(turned)
  const across = x * Math.sin(turned) + y * Math.cos(turned)
  return Math.max(Math.abs(along), Math.abs(across)) <= (side / 2) * times
}

export const isOver = (one: Box, other: Box) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** How far a square reaches from its middle along the axes of the window. */
const reach = ({ half, angle }: Square) => half * (Math.abs(Math.cos(angle)) + Math.abs(Math.sin(angle)))

/** Whether a box lies over a turned square: no line along a side of either parts them. */
function covers(box: Box, square: Square): boolean {
  const far = reach(square)
  if (!isOver(box, { left: square.x - far, right: square.x + far, top: square.y - far, bottom: square.y + far })) return false
  const [middle, wide, high] = [{ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }, (box.right - box.left) / 2, (box.bottom - box.top) / 2]
  return [square.angle, square.angle + Math.PI / 2].every((angle) => {
    const [x, y] = [Math.cos(angle), Math.sin(angle)]
    const apart = Math.abs((middle.x - square.x) * x + (middle.y - square.y) * y)
    return apart < square.half + wide * Math.abs(x) + high * Math.abs(y)
  })
}

/** The arrow that leaves the front of a base, as a small square. */
const arrowOf = ({ x, y, half, angle }: Square): Square => ({ x: x + (half + ARROW / 2) * Math.cos(angle), y: y + (half + ARROW / 2) * Math.sin(angle), half: ARROW / 2, angle })

export const around = ({ x, y }: Point, wide: number, high: number): Box => ({ left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 })

/** What figures cover of the drawing: their bases with what stands out of them, their arrows, their heads. */
export function covered(view: KaosView, figures: readonly Standing[], looking: Looking): { bases: Square[]; isFree: (box: Box) => boolean } {
  const bases = figures.map((one): Square => ({ ...looking.at(one.x, one.y), half: (sideOf(view, one) * CM) / 2 + BADGES, angle: (looking.angle(one.facing) * Math.PI) / 180 }))
  const drawn = [...bases, ...bases.map(arrowOf)]
  const heads = bases.map(({ x, y, half }): Box => ({ left: x - half * 0.7, right: x + half * 0.7, top: y - 2 * (half - BADGES) * HEAD, bottom: y }))
  return { bases, isFree: (box) => !drawn.some((other) => covers(box, other)) && !heads.some((other) => isOver(box, other)) }
}

/** The points of what is played for, at the edge of its ground where nobody stands, else in its middle; of what lies on the table below it. */
export function goalLabels(view: KaosView, looking: Looking, points: (n: number) => string, figures: readonly Standing[] = []): GoalLabel[] {
  const { isFree } = covered(view, figures, looking)
  const letters = FIGURE_LETTERS / looking.scale
  const found: GoalLabel[] = []
  for (const [index, one] of (view.objective ?? []).entries()) {
    if (!one.at) continue
    const lies = one.kind === 'carry' && view.relic ? looking.at(view.relic.x, view.relic.y) : looking.at(...one.at)
    const name = points(one.points)
    const far = one.radius_cm ? one.radius_cm * CM : 2.2 * letters
    const sides = one.radius_cm ? [-90, 90, -45, -135, 45, 135, 0, 180] : [90, -90]
    const tries = [...sides.map((angle) => ({ x: lies.x + far * Math.cos((angle * Math.PI) / 180), y: lies.y + far * Math.sin((angle * Math.PI) / 180) })), { x: lies.x, y: lies.y + 2.4 * letters }]
    const boxes = tries.map((at) => ({ ...at, box: around(at, (name.length * WIDE + 1) * letters, 1.5 * letters) }))
    const best = boxes.find(({ box }) => isFree(box) && !found.some((other) => isOver(other.box, box)))
    if (best) found.push({ index, name, ...best })
  }
  return found
}

/** The names of scenery: each within its piece, where nobody stands; what is covered wherever it is put is not written. */
export function sceneryLabels(view: KaosView, looking: Looking, cm: (height: number) => string, figures: readonly Standing[] = [], goals: readonly GoalLabel[] = []): SceneryLabel[] {
  if (looking.scale <= SCENERY_FROM) return []
  const { isFree } = covered(view, figures, looking)
  const letters = SCENERY_LETTERS / looking.scale
  const stars = (view.objective ?? []).flatMap((one) => (one.at ? [around(looking.at(...one.at), 2.4 * letters, 3 * letters)] : []))
  const found: SceneryLabel[] = []
  for (const piece of view.scenery) {
    const middle = middleOf(piece, looking)
    const corners = piece.shape.map(([x, y]) => looking.at(x, y))
    const [xs, ys] = [corners.map((one) => one.x), corners.map((one) => one.y)]
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
    const [wide, high] = [Math.max(...xs) - Math.min(...xs), bottom - top]
    const names = piece.height ? [`${piece.noun} ${cm(piece.height)}`, cm(piece.height)] : [piece.noun]
    const long = (name: string) => name.length * letters * WIDE
    // It stays within its piece: upright in one that is narrow, its height alone where there is no room for more.
    const isUpright = names.every((one) => long(one) > wide) || (long(names[0] ?? '') > wide && long(names[0] ?? '') <= high)
    const name = names.find((one) => long(one) <= (isUpright ? high : wide))
    if (!name) continue
    const foot = isUpright ? long(name) / 2 : letters
    const tries = [middle.y, middle.y + 2.2 * letters, (middle.y + bottom) / 2, (middle.y + top) / 2, bottom - foot, top + foot].filter((y) => isUpright ? y >= top + foot && y <= bottom - foot : y >= Math.min(top + letters / 2, middle.y) && y <= Math.max(bottom - letters / 2, middle.y + 2.2 * letters))
    const boxes = tries.map((y) => ({ y, box: isUpright ? around({ x: middle.x, y }, letters, long(name)) : around({ x: middle.x, y }, long(name), letters) }))
    const best = boxes.find(({ box }) => isFree(box) && ![...stars, ...goals.map((one) => one.box), ...found.map((one) => one.box)].some((other) => isOver(box, other)))
    if (best) found.push({ id: piece.id, name, isUpright, x: middle.x, ...best })
  }
  return found
}

function middleOf({ shape }: Scenery, looking: Looking): Point {
  const sum = (of: 0 | 1) => shape.reduce((all, corner) => all + corner[of], 0) / shape.length
  return looking.at(sum(0), sum(1))
}

/** What each figure is called in a word: one that no figure of another card has, with its number where it has one. */
export function shortNames(view: KaosView): Record<string, string> {
  const parts = view.figure.map(({ id, name }) => ({ id, card: name.replace(/ \d+$/, ''), number: / \d+$/.exec(name)?.[0] ?? '' }))
  const words = (card: string) => card.split(/[ -]/)
  const isOwn = (word: string, card: string) => parts.every((one) => one.card === card || !words(one.card).includes(word))
  return Object.fromEntries(parts.map(({ id, card, number }) => [id, (words(card).find((word) => isOwn(word, card)) ?? card) + number]))
}

/** The beginning of a name, with its number. */
function beginning(name: string): string {
  const number = / \d+$/.exec(name)?.[0] ?? ''
  const word = name.slice(0, name.length - number.length)
  return word.length > SHORT + 1 ? `${word.slice(0, SHORT)}.${number.trim()}` : name
}

/**
 * The names of figures, where they cover no base, no goal and no other name: on the side where one stood before, else
 * below, above, beside or at a corner. Those of scenery give way where there is no other room. A name without any is cut
 * to its beginning, and not written where even that has none; the figure pointed at is told in words of its own.
 */
export function figureLabels(view: KaosView, figures: readonly Standing[], looking: Looking, scenery: readonly SceneryLabel[], before: readonly Label[] = [], goals: readonly GoalLabel[] = []): Label[] {
  const { scale } = looking
  if (scale < FIGURES_FROM) return []
  const high = (FIGURE_LETTERS + 2) / scale
  const names = shortNames(view)
  const { bases, isFree } = covered(view, figures, looking)
  const kept = new Map(before.map((one) => [one.id, one]))
  const isStill = ({ id, x, y }: Standing) => kept.get(id)?.stood.x === x && kept.get(id)?.stood.y === y
  const order = figures.map((one, i) => ({ one, square: bases[i] })).toSorted((a, b) => Number(isStill(b.one)) - Number(isStill(a.one)))
  const found: Label[] = []
  const isBare = (box: Box) => isFree(box) && !found.some((other) => isOver(box, other.box)) && !goals.some((other) => isOver(box, other.box))

  /** whether all of it is in the window */
  const [across, down] = [looking.width / scale / 2, looking.height / scale / 2]
  const isWhole = ({ left, right, top, bottom }: Box) => left >= looking.middle.x - across && right <= looking.middle.x + across && top >= looking.middle.y - down && bottom <= looking.middle.y + down

  function put(one: Standing, square: Square, name: string, isShort: boolean): boolean {
    const wide = (name.length * FIGURE_LETTERS * WIDE + 5) / scale
    const far = reach(square) + GAP - BADGES
    const over = Math.max(far, 2 * (square.half - BADGES) * HEAD + 1)
    const beside = square.half * 0.6 + wide / 2
    const places: Record<Side, Point> = {
      below: { x: square.x, y: square.y + far + high / 2 },
      above: { x: square.x, y: square.y - over - high / 2 },
      right: { x: square.x + far + wide / 2, y: square.y },
      left: { x: square.x - far - wide / 2, y: square.y },
      'below-right': { x: square.x + beside, y: square.y + far + high / 2 },
      'below-left': { x: square.x - beside, y: square.y + far + high / 2 },
      'above-right': { x: square.x + beside, y: square.y - over - high / 2 },
      'above-left': { x: square.x - beside, y: square.y - over - high / 2 },
    }
    const last = isStill(one) ? kept.get(one.id)?.side : undefined
    const sides = last ? [last, ...SIDES] : SIDES
    const tries = sides.map((side) => ({ side, ...places[side], box: around(places[side], wide, high) })).filter(({ box }) => isBare(box))
    const isClear = ({ box }: { box: Box }) => !scenery.some((other) => isOver(box, other.box))
    const best = tries.find((one) => isWhole(one.box) && isClear(one)) ?? tries.find(({ box }) => isWhole(box)) ?? tries.find(isClear) ?? tries[0]
    if (best) found.push({ id: one.id, name, isShort, seat: one.owner, stood: { x: one.x, y: one.y }, ...best })
    return Boolean(best)
  }

  const nameOf = (one: Standing) => names[one.id] ?? one.name
  const left = order.filter(({ one, square }) => square && !put(one, square, nameOf(one), false))
  for (const { one, square } of left) if (square) put(one, square, beginning(nameOf(one)), true)
  return found
}

/** The names of scenery that are still to be read once figures, their names and all else with a box stand on the table. */
export const uncovered = (scenery: readonly SceneryLabel[], labels: readonly { box: Box }[]) => scenery.filter((one) => !labels.some((label) => isOver(label.box, one.box)))
