import type { Layout, PieceEntry } from './edits'

/** Scenery of a position: what is added, and pieces as boxes that have a place, two sides and an angle. */
export interface Box {
  x: number
  y: number
  width: number
  depth: number
  angle: number
}
type Point = [number, number]
/** A piece as far as its place goes: its corners, and the ends of a ramp. */
export interface Outlined {
  shape: Point[]
  low?: Point
  high?: Point
}

/** The kinds that need no flags, each with the size that one of them usually has: width, depth and height in centimetres. */
export const KINDS: Record<string, readonly [number, number, number]> = {
  wall: [14, 2, 8],
  'low-wall': [12, 1.5, 2.5],
  fence: [12, 1, 2.5],
  house: [14, 12, 12],
  column: [4, 4, 10],
  tree: [4, 4, 12],
  crate: [4, 4, 4],
  rock: [6, 5, 4],
  platform: [12, 10, 5],
  hill: [18, 14, 4],
  ramp: [12, 6, 5],
  wood: [14, 12, 8],
  hedge: [12, 2, 4],
  marsh: [16, 12, 0],
  rubble: [10, 8, 0],
  water: [18, 10, 0],
}
export const FLAGS = ['impassable', 'blocks-sight', 'climbable', 'standable', 'difficult'] as const

/** Documents have four decimals at most. */
const round = (length: number) => Math.round(length * 10_000) / 10_000
const whole = (angle: number) => ((Math.round(angle * 100) / 100) % 360 + 360) % 360

/** The middle of a shape's corners. */
export function middle(shape: readonly Point[]): { x: number; y: number } {
  const sum = shape.reduce((so, [x, y]) => ({ x: so.x + x, y: so.y + y }), { x: 0, y: 0 })
  return { x: sum.x / shape.length, y: sum.y / shape.length }
}

/** How a piece is turned: its first edge, anticlockwise from east. */
export function angleOf(shape: readonly Point[]): number {
  const [from, to] = shape
  return from && to ? whole((Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI) : 0
}

/** A piece as a box; null for another shape. */
export function boxOf(shape: readonly Point[]): Box | null {
  const [a, b, c, d] = shape
  if (!a || !b || !c || !d || shape.length !== 4) return null
  const isParallel = Math.hypot(a[0] + c[0] - b[0] - d[0], a[1] + c[1] - b[1] - d[1]) < 0.02
  const isSquare = Math.abs((b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])) < 0.05
  if (!isParallel || !isSquare) return null
  const side = (one: Point, other: Point) => Math.round(Math.hypot(other[0] - one[0], other[1] - one[1]) * 100) / 100
  return { ...middle(shape), width: side(a, b), depth: side(b, c), angle: angleOf(shape) }
}

/** Every point of a piece, its corners and the ends of a ramp, goes somewhere else. */
function change(piece: Outlined, to: (x: number, y: number) => Point) {
  const point = ([x, y]: Point): Point => {
    const [left, up] = to(x, y)
    return [round(left), round(up)]
  }
  piece.shape = piece.shape.map(point)
  if (piece.low) piece.low = point(piece.low)
  if (piece.high) piece.high = point(piece.high)
}

export function movePiece(piece: Outlined, x: number, y: number) {
  const from = middle(piece.shape)
  change(piece, (left, up) => [left + x - from.x, up + y - from.y])
}

/** Turns a piece on its middle by degrees, anticlockwise. */
export function turnPiece(piece: Outlined, degrees: number) {
  const from = middle(piece.shape)
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  change(piece, (x, y) => [from.x + (x - from.x) * cos - (y - from.y) * sin, from.y + (x - from.x) * sin + (y - from.y) * cos])
}

/** Stretches a box along its own sides. */
export function resizePiece(piece: Outlined, box: Box, width: number, depth: number) {
  const { angle } = box
  turnPiece(piece, -angle)
  const from = middle(piece.shape)
  change(piece, (x, y) => [from.x + ((x - from.x) * width) / box.width, from.y + ((y - from.y) * depth) / box.depth])
  turnPiece(piece, angle)
}

/** An id that nothing else on the table has. */
function freeId(layout: Layout, wanted: string): string {
  const taken = new Set([...(layout.scenery ?? []).map((one) => one.id), ...(layout.selection ?? []).map((one) => one.id)])
  let id = wanted
  for (let n = 2; taken.has(id); n++) id = `${wanted}-${n}`
  return id
}

/** A new piece of a kind, or the piece of the movable scenery with that id, at a place. Answers its id. */
export function addPiece(layout: Layout, kind: string, x: number, y: number): string {
  if (layout.selection?.some((one) => one.id === kind)) {
    layout.placed = [...(layout.placed ?? []), { piece: kind, x: round(x), y: round(y), angle: 0 }]
    return kind
  }
  const [width, depth, height] = KINDS[kind] ?? [10, 10, 5]
  const [left, right, low, high] = [round(x - width / 2), round(x + width / 2), round(y - depth / 2), round(y + depth / 2)]
  const piece: PieceEntry = { id: freeId(layout, kind), kind, shape: [[left, low], [right, low], [right, high], [left, high]], height }
  // A ramp rises from one end to the other.
  if (kind === 'ramp') Object.assign(piece, { low: [left, round(y)], high: [right, round(y)] })
  layout.scenery = [...(layout.scenery ?? []), piece]
  return piece.id
}

/** One more piece like another, beside it. Answers its id. */
export function copyPiece(layout: Layout, id: string): string {
  const piece = layout.scenery?.find((one) => one.id === id)
  if (!piece) return id
  const again = structuredClone(piece)
  again.id = freeId(layout, piece.id.replace(/-\d+$/, ''))
  const from = middle(piece.shape)
  movePiece(again, from.x + 5, from.y - 5)
  layout.scenery = [...(layout.scenery ?? []), again]
  return again.id
}

/** Another kind, with what that one usually does; its outline stays. */
export function setKind(piece: PieceEntry, kind: string) {
  piece.kind = kind
  delete piece.flags
  delete piece.low
  delete piece.high
  if (kind !== 'ramp') return
  const [a, b, c, d] = piece.shape
  const between = (one: Point, other: Point): Point => [round((one[0] + other[0]) / 2), round((one[1] + other[1]) / 2)]
  if (a && b && c && d) Object.assign(piece, { low: between(a, d), high: between(b, c) })
}

/** The piece on a place of the table, the last that was put there. */
export function pieceAt(layout: Layout, x: number, y: number): string {
  const found = (layout.scenery ?? []).findLast((one) => isInside(one.shape, x, y))
  return found?.id ?? layout.placed?.find((one) => Math.hypot(one.x - x, one.y - y) < 2.5)?.piece ?? ''
}

export function isInside(shape: readonly Point[], x: number, y: number): boolean {
  let inside = false
  shape.forEach(([x1, y1], n) => {
    const [x2, y2] = shape[(n + 1) % shape.length] ?? [x1, y1]
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
  })
  return inside
}
