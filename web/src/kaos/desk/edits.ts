import type { Position } from '../../desk/desk.svelte'

/** A figure, a piece of scenery and the rest of a position of Kaos, as a document has them; lengths in centimetres. */
export interface FigureEntry {
  id: string
  profile: string
  owner: string
  x: number
  y: number
  facing?: number
  wounds?: number
  [key: string]: unknown
}
export interface PieceEntry {
  id: string
  kind: string
  shape: [number, number][]
  [key: string]: unknown
}
interface PlacedEntry {
  piece: string
  x: number
  y: number
  angle?: number
}
export interface Layout extends Position {
  figure: FigureEntry[]
  scenery?: PieceEntry[]
  placed?: PlacedEntry[]
  table?: { width: number; depth: number }
  players?: Record<string, { destiny?: number; victory_points?: number }>
  round?: number
  initiative?: string
  turn?: { phase?: string; player?: string; figure?: string; [key: string]: unknown }
}

export const MARKS = ['activated', 'acted', 'moved', 'hurt', 'searching'] as const
/** The position as the tools take it; null for a document that is none, whatever else it says. */
export const layoutOf = (document: Position | null) => (Array.isArray(document?.figure) ? (document as Layout) : null)
const hundredths = (length: number) => Math.round(length * 100) / 100

/** Where a figure or piece is, by its id. */
export function placeOf(layout: Layout, id: string): { x: number; y: number } | null {
  const placed = layout.figure.find((one) => one.id === id) ?? layout.placed?.find((one) => one.piece === id)
  if (placed) return { x: placed.x, y: placed.y }
  const piece = layout.scenery?.find((one) => one.id === id)
  return piece ? middle(piece.shape) : null
}

function middle(shape: [number, number][]): { x: number; y: number } {
  const sum = shape.reduce((so, [x, y]) => ({ x: so.x + x, y: so.y + y }), { x: 0, y: 0 })
  return { x: sum.x / shape.length, y: sum.y / shape.length }
}

/** A figure or a piece goes to a place; a figure stands on the ground there, or on what can be stood on. */
export function move(layout: Layout, id: string, x: number, y: number) {
  const figure = layout.figure.find((one) => one.id === id)
  if (figure) {
    figure.x = hundredths(x)
    figure.y = hundredths(y)
    delete figure.z
    return
  }
  const placed = layout.placed?.find((one) => one.piece === id)
  if (placed) {
    placed.x = hundredths(x)
    placed.y = hundredths(y)
    return
  }
  const piece = layout.scenery?.find((one) => one.id === id)
  if (!piece) return
  const from = middle(piece.shape)
  piece.shape = piece.shape.map(([left, up]) => [hundredths(left + x - from.x), hundredths(up + y - from.y)])
}

/** A figure turns to a facing; a piece by so many degrees, anticlockwise. */
export function turn(layout: Layout, id: string, degrees: number) {
  const figure = layout.figure.find((one) => one.id === id)
  if (figure) {
    figure.facing = (((figure.facing ?? 0) + degrees) % 360 + 360) % 360
    return
  }
  const placed = layout.placed?.find((one) => one.piece === id)
  if (placed) {
    placed.angle = (((placed.angle ?? 0) + degrees) % 360 + 360) % 360
    return
  }
  const piece = layout.scenery?.find((one) => one.id === id)
  if (!piece) return
  const from = middle(piece.shape)
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  piece.shape = piece.shape.map(([x, y]) => [hundredths(from.x + (x - from.x) * cos - (y - from.y) * sin), hundredths(from.y + (x - from.x) * sin + (y - from.y) * cos)])
}

/** A new figure at a place, facing the other side. Answers its id. */
export function add(layout: Layout, profile: string, owner: string, x: number, y: number): string {
  const taken = new Set(layout.figure.map((one) => one.id))
  let id = profile
  for (let n = 2; taken.has(id); n++) id = `${profile}-${n}`
  layout.figure.push({ id, profile, owner, x: hundredths(x), y: hundredths(y), facing: owner === 'p1' ? 90 : 270, wounds: 0 })
  return id
}

/** A figure or piece leaves the table. */
export function remove(layout: Layout, id: string) {
  layout.figure = layout.figure.filter((one) => one.id !== id)
  layout.scenery = layout.scenery?.filter((one) => one.id !== id)
  layout.placed = layout.placed?.filter((one) => one.piece !== id)
  if (Array.isArray(layout.carried)) layout.carried = layout.carried.filter((one: { figure?: string }) => one.figure !== id)
  if (layout.turn?.figure === id) begin(layout, layout.turn.player ?? 'p1', '')
}

/** Everybody leaves but one: the figure that acts, or the first. */
export function clear(layout: Layout) {
  const stays = layout.turn?.figure ?? layout.figure[0]?.id
  for (const { id } of [...layout.figure]) if (id !== stays) remove(layout, id)
}

/** It is somebody's turn to play a figure; "" for the first that has not been played. */
export function begin(layout: Layout, player: string, id: string) {
  const own = layout.figure.filter((one) => one.owner === player)
  const figure = own.find((one) => one.id === id) ?? own.find((one) => !one.activated) ?? own[0]
  layout.turn = { phase: 'activations', player, ...(figure ? { figure: figure.id } : {}) }
  for (const mark of MARKS) if (figure && figure[mark]) delete figure[mark]
}

export function set(layout: Layout, id: string, key: string, value: unknown) {
  const figure = layout.figure.find((one) => one.id === id)
  if (!figure) return
  if (value === undefined || value === false) delete figure[key]
  else figure[key] = value
}

export function setPlayer(layout: Layout, player: string, key: 'destiny' | 'victory_points', value: number) {
  layout.players = { ...layout.players, [player]: { ...layout.players?.[player], [key]: value } }
}
