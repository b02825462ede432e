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
const SIDES = ['below', 'above', 'right', 'left'] as const
type Side = (typeof SIDES)[number]

export interface Label extends Point {
  id: string
  name: string
  seat: Standing['owner']
  side: Side
  /** where its figure stood, so that whoever has not moved keeps the side of its name */
  stood: Point
  box: Box
}

export interface SceneryLabel extends Point {
  id: string
  name: string
  box: Box
}

/** pixels: how high the letters of a figure's name and of a piece of scenery's are */
export const FIGURE_LETTERS = 12.5
export const SCENERY_LETTERS = 11
/** how wide a letter is, in parts of its height */
const WIDE = 0.5
/** the scale below which neither are written */
const FIGURES_FROM = 0.62
const SCENERY_FROM = 0.75
/** drawn units between a base and a name beside it; how far its arrow leaves it; how far down its wounds are drawn */
const GAP = 3
const ARROW = 8
const WOUNDS = { from: 0.56, high: 4 }

/** Whether a point of the table lies on a base, by so many times its side; all in centimetres. */
export function isOn(base: { x: number; y: number; facing: number }, side: number, at: Point, times = 1): boolean {
  const turned = (-base.facing * Math.PI) / 180
  const [x, y] = [at.x - base.x, at.y - base.y]
  const along = x * Math.cos(turned) - y * Math.sin(turned)
  const across = x * Math.sin(turned) + y * Math.cos(turned)
  return Math.max(Math.abs(along), Math.abs(across)) <= (side / 2) * times
}

const isOver = (one: Box, other: Box) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

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

const around = ({ x, y }: Point, wide: number, high: number): Box => ({ left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 })

/** The names of scenery: each in the middle of its piece, below the star of a goal that is there. */
export function sceneryLabels(view: KaosView, looking: Looking, cm: (height: number) => string): SceneryLabel[] {
  if (looking.scale <= SCENERY_FROM) return []
  const stars = (view.objective ?? []).flatMap((one) => (one.at ? [looking.at(...one.at)] : []))
  return view.scenery.map((piece) => {
    const middle = middleOf(piece, looking)
    const isMarked = stars.some((star) => Math.hypot(star.x - middle.x, star.y - middle.y) < 20)
    const at = isMarked ? { x: middle.x, y: middle.y + 20 } : middle
    const name = piece.height ? `${piece.noun} ${cm(piece.height)}` : piece.noun
    const letters = SCENERY_LETTERS / looking.scale
    return { id: piece.id, name, ...at, box: around(at, name.length * letters * WIDE, letters) }
  })
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

/**
 * The names of figures, where they cover no base and no other name: on the side where one stood before, else below,
 * above or beside. Those of scenery give way where there is no other room, and a name without any is not written.
 */
export function figureLabels(view: KaosView, figures: readonly Standing[], looking: Looking, scenery: readonly SceneryLabel[], before: readonly Label[] = []): Label[] {
  const { scale } = looking
  if (scale < FIGURES_FROM) return []
  const high = (FIGURE_LETTERS + 3) / scale
  const squares = figures.map((one): Square => ({ ...looking.at(one.x, one.y), half: (sideOf(view, one) * CM) / 2, angle: (looking.angle(one.facing) * Math.PI) / 180 }))
  const names = shortNames(view)
  const drawn = [...squares, ...squares.map(arrowOf)]
  const found: Label[] = []
  const kept = new Map(before.map((one) => [one.id, one]))
  const isStill = ({ id, x, y }: Standing) => kept.get(id)?.stood.x === x && kept.get(id)?.stood.y === y
  const order = figures.map((one, i) => ({ one, square: squares[i] })).toSorted((a, b) => Number(isStill(b.one)) - Number(isStill(a.one)))
  for (const { one, square } of order) {
    if (!square) continue
    const name = names[one.id] ?? one.name
    const wide = (name.length * FIGURE_LETTERS * WIDE + 5) / scale
    const far = reach(square) + GAP
    const under = one.wounds ? Math.max(far, 2 * square.half * WOUNDS.from + WOUNDS.high) : far
    const places: Record<Side, Point> = {
      below: { x: square.x, y: square.y + under + high / 2 },
      above: { x: square.x, y: square.y - far - high / 2 },
      right: { x: square.x + far + wide / 2, y: square.y },
      left: { x: square.x - far - wide / 2, y: square.y },
    }
    const last = isStill(one) ? kept.get(one.id)?.side : undefined
    const sides = last ? [last, ...SIDES] : SIDES
    const isBare = (box: Box) => !drawn.some((other) => covers(box, other)) && !found.some((other) => isOver(box, other.box))
    const tries = sides.map((side) => ({ side, ...places[side], box: around(places[side], wide, high) })).filter(({ box }) => isBare(box))
    const best = tries.find(({ box }) => !scenery.some((other) => isOver(box, other.box))) ?? tries[0]
    if (best) found.push({ id: one.id, name, seat: one.owner, stood: { x: one.x, y: one.y }, ...best })
  }
  return found
}

/** The names of scenery that are still to be read once figures and their names stand on the table. */
export const uncovered = (scenery: readonly SceneryLabel[], labels: readonly Label[]) => scenery.filter((one) => !labels.some((label) => isOver(label.box, one.box)))
