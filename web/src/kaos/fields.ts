import type { TriedField } from '../protocol'
import type { Point } from './table.svelte'

interface Cell extends Point {
  is: boolean
}

/**
 * The ground whose cells have a sign, as rings in centimetres: between the middles of cells its edge runs slantwise, so
 * that a field of squares is seen as the areas that it stands for.
 */
export function areasOf({ rows, step }: Pick<TriedField, 'rows' | 'step'>, sign: string): Point[][] {
  const deep = rows.length
  const wide = rows[0]?.length ?? 0
  const has = (x: number, y: number) => rows[Math.min(deep - 1, Math.max(0, y))]?.[Math.min(wide - 1, Math.max(0, x))] === sign
  // The outermost half cells reach to the edge of the table.
  const at = (n: number, most: number) => Math.min(Math.max(n + 0.5, 0), most) * step
  const rings: Point[][] = []
  for (let y = -1; y < deep; y++) {
    let full: Point[] | null = null
    for (let x = -1; x < wide; x++) {
      const corners: [Cell, Cell, Cell, Cell] = [
        { x: at(x, wide), y: at(y, deep), is: has(x, y) },
        { x: at(x + 1, wide), y: at(y, deep), is: has(x + 1, y) },
        { x: at(x + 1, wide), y: at(y + 1, deep), is: has(x + 1, y + 1) },
        { x: at(x, wide), y: at(y + 1, deep), is: has(x, y + 1) },
      ]
      if (corners.every((one) => one.is)) {
        const [a, b, c, d] = corners
        if (full) [full[1], full[2]] = [b, c]
        else rings.push((full = [a, b, c, d]))
        continue
      }
      full = null
      const ring = corners.flatMap((one, i) => {
        const next = corners[(i + 1) % 4] ?? one
        const middle = { x: (one.x + next.x) / 2, y: (one.y + next.y) / 2 }
        return [...(one.is ? [{ x: one.x, y: one.y }] : []), ...(one.is === next.is ? [] : [middle])]
      })
      if (ring.length) rings.push(ring)
    }
  }
  return rings
}
