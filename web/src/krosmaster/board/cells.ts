import { orientation } from '../../state/orientation.svelte'

/** Where cells are drawn: a1 is the south-west corner, a cell is 100 units wide; on a turned board a1 is at the top right. */
export const COLUMNS = 'abcdefghijklmnopqrstuvwxyz'
export const CELL = 100

export const cellName = (x: number, y: number) => `${COLUMNS[x]}${y + 1}`

export const cellPoint = (cell: string): [number, number] => [COLUMNS.indexOf(cell[0] ?? 'a'), Number(cell.slice(1)) - 1]

/** The top left corner of a cell on the drawing; the board is as wide as it is high. */
export function corner(cell: string, height = 12): { x: number; y: number } {
  const [x, y] = cellPoint(cell)
  const last = height - 1
  return orientation.turned ? { x: (last - x) * CELL, y: y * CELL } : { x: x * CELL, y: (last - y) * CELL }
}

export function centre(cell: string, height = 12): { x: number; y: number } {
  const { x, y } = corner(cell, height)
  return { x: x + CELL / 2, y: y + CELL / 2 }
}
