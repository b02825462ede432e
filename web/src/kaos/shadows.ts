import type { Point } from './table.svelte'

/** One ring as a path, always in the same direction, so that rings that overlap fill as one. */
function ring(corners: readonly Point[]): string {
  const area = corners.reduce((sum, one, i) => {
    const next = corners[(i + 1) % corners.length] ?? one
    return sum + one.x * next.y - next.x * one.y
  }, 0)
  const ordered = area >= 0 ? corners : corners.toReversed()
  return `M${ordered.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}z`
}

/** What a shape covers while it is moved so far: its shadow, as one path, as the drawings of the engine have it. */
export function swept(corners: readonly Point[], across: number, down: number): string {
  const moved = ({ x, y }: Point) => ({ x: x + across, y: y + down })
  const sides = corners.map((one, i) => {
    const next = corners[(i + 1) % corners.length] ?? one
    return [one, next, moved(next), moved(one)]
  })
  return [corners, corners.map(moved), ...sides].map(ring).join('')
}
