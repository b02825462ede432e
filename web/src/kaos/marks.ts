import type { KaosView } from '../protocol'
import type { Deed } from './deeds'
import { around, type Box, covered, isOver } from './labels'
import { CM, type Looking, type Point, sideOf, type Standing } from './table.svelte'

/** The number of a deed as it stands on the table. */
export interface Mark extends Point {
  /** its place in the list of deeds */
  index: number
  box: Box
}

/** pixels: how far a number's disc reaches from its middle */
export const MARK = 10.5
/** drawn units between a number and what it stands beside */
const GAP = 3
/** in parts of a way, where a number is tried along it */
const ALONG = [0.5, 0.62, 0.38, 0.75, 0.25, 0.88]
const TURNS = 12

/** The point of a way so far along it, in parts, and the direction across it there. */
function along(points: readonly Point[], part: number): { at: Point; across: Point } | null {
  const legs = points.slice(1).map((end, i) => ({ start: points[i] ?? end, end }))
  const long = ({ start, end }: { start: Point; end: Point }) => Math.hypot(end.x - start.x, end.y - start.y)
  let left = legs.reduce((sum, leg) => sum + long(leg), 0) * part
  for (const leg of legs) {
    const far = long(leg)
    if (far && left <= far) {
      const [dx, dy] = [(leg.end.x - leg.start.x) / far, (leg.end.y - leg.start.y) / far]
      return { at: { x: leg.start.x + dx * left, y: leg.start.y + dy * left }, across: { x: -dy, y: dx } }
    }
    left -= far
  }
  return null
}

/** Where numbers of deeds stand: on the way or beside it, else around where it ended; never over a base, a label or one another. */
export function deedMarks(view: KaosView, looking: Looking, deeds: readonly Deed[], figures: readonly Standing[], taken: readonly Box[]): Mark[] {
  const { isFree } = covered(view, figures, looking)
  const reach = MARK / looking.scale
  const side = (Math.max(...figures.map((one) => sideOf(view, one)), 2.5) * CM) / 2
  const [across, down] = [looking.width / looking.scale / 2 - reach, looking.height / looking.scale / 2 - reach]
  const isShown = ({ x, y }: Point) => Math.abs(x - looking.middle.x) <= across && Math.abs(y - looking.middle.y) <= down
  const found: Mark[] = []

  function places({ way, at }: Deed): Point[] {
    const drawn = way.map((one) => looking.at(one.x, one.y))
    const onWay = ALONG.flatMap((part) => {
      const one = along(drawn, part)
      if (!one) return []
      const far = reach + GAP
      return [0, far, -far].map((by) => ({ x: one.at.x + one.across.x * by, y: one.at.y + one.across.y * by }))
    })
    if (!at) return onWay
    const middle = looking.at(at.x, at.y)
    const rings = [side * 1.15 + reach + GAP, side * 1.5 + 2 * reach, side * 1.5 + 4 * reach]
    const aside = rings.flatMap((far) => Array.from({ length: TURNS }, (_, i) => ((i * 2 - 3) * Math.PI) / TURNS).map((angle) => ({ x: middle.x + far * Math.cos(angle), y: middle.y + far * Math.sin(angle) })))
    return [...onWay, ...aside]
  }

  for (const [index, deed] of deeds.entries()) {
    const tries = places(deed).map((one) => ({ ...one, index, box: around(one, 2 * reach, 2 * reach) }))
    const free = tries.filter(({ box }) => isFree(box) && !taken.some((one) => isOver(one, box)) && !found.some((one) => isOver(one.box, box)))
    const best = free.find(isShown) ?? free[0]
    if (best) found.push(best)
  }
  return found
}
