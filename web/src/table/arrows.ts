/** Arrows that people draw on a board: pairs of places, a cell or a point in centimetres; one place alone is marked. */
export type Arrow = string[]

export const MOST_ARROWS = 32
/** centimetres within which two points are meant to be one */
const NEAR = 1

export interface Point {
  x: number
  y: number
}

const numbers = (place: string): [number, number] | null => {
  const [x, y] = place.split(' ').map(Number)
  return x !== undefined && y !== undefined && Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null
}

/** Whether two places are one to whoever points at them. */
export function isSamePlace(one: string, other: string): boolean {
  if (one === other) return true
  const [here, there] = [numbers(one), numbers(other)]
  return Boolean(here && there && Math.hypot(here[0] - there[0], here[1] - there[1]) < NEAR)
}

const isSameArrow = (one: Arrow, other: Arrow) => one.length === other.length && one.every((place, n) => isSamePlace(place, other[n] ?? ''))

/** The arrows once one is drawn from a place to another: the same place twice marks it, and what is there already goes. */
export function drawn(arrows: readonly Arrow[], from: string, to: string): Arrow[] {
  const made = isSamePlace(from, to) ? [from] : [from, to]
  const others = arrows.filter((one) => !isSameArrow(one, made))
  if (others.length < arrows.length) return others
  return arrows.length < MOST_ARROWS ? [...arrows, made] : [...arrows]
}

/** A place as it is read: a cell by its name, a point by its centimetres. */
const placeTold = (place: string) => (place.includes(' ') ? `(${place.replace(' ', ', ')})` : place)
export const arrowTold = (arrow: Arrow) => arrow.map(placeTold).join(' → ')

/** The outline of an arrow from a point to another, or of a ring round the one; `unit` is how far apart neighbours are. */
export function outline(from: Point, to: Point | undefined, unit: number): string {
  if (!to) return `${ring(from, unit * 0.46)}${ring(from, unit * 0.38)}`
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  if (!length) return ''
  const [along, up] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const [start, end, head] = [Math.min(unit * 0.2, length / 4), length - unit * 0.08, Math.min(unit * 0.42, length * 0.6)]
  const at = (far: number, aside: number) => `${round(from.x + along * far - up * aside)} ${round(from.y + up * far + along * aside)}`
  const [thin, wide] = [unit * 0.065, unit * 0.2]
  return `M${[at(start, thin), at(end - head, thin), at(end - head, wide), at(end, 0), at(end - head, -wide), at(end - head, -thin), at(start, -thin)].join('L')}Z`
}

const round = (length: number) => Math.round(length * 10) / 10
const ring = ({ x, y }: Point, r: number) => `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0Z`
