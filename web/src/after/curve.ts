import type { CurvePoint } from '../protocol'

type Kind = 'chances' | 'scores'

/** The path of each seat's line: level until something changes, then at once. */
export function linesOf(points: CurvePoint[], kind: Kind, last: number, most: number, wide: number, high: number): string[] {
  const seats = points[0]?.[kind].length ?? 0
  const round = (value: number) => Math.round(value * 10) / 10
  return Array.from({ length: seats }, (_, seat) => {
    const places = points.map((point) => ({ x: round((wide * point.step) / last), y: round(high - (high * (point[kind][seat] ?? 0)) / most) }))
    return places.map(({ x, y }, i) => (i ? `H${x}V${y}` : `M${x} ${y}`)).join('')
  })
}

/** The last point of every turn: what a table says. */
export const perTurn = (points: CurvePoint[]): CurvePoint[] => points.filter((point, i) => points[i + 1]?.turn !== point.turn)

/** The step of the point nearest to a place among the steps. */
export const nearest = (points: CurvePoint[], place: number): number => points.reduce((best, { step }) => (Math.abs(step - place) < Math.abs(best - place) ? step : best), 0)
