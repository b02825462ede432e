import type { Position } from '../../desk/desk.svelte'
import { angleOf, middle, movePiece, turnPiece } from './scenery'

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
  height?: number
  flags?: string[]
  low?: [number, number]
  high?: [number, number]
  [key: string]: unknown
}
interface PlacedEntry {
  piece: string
  x: number
  y: number
  angle?: number
}
interface PlayerEntry {
  destiny?: number
  victory_points?: number
  aligned?: boolean
  reserve?: string
}
export interface Layout extends Position {
  figure: FigureEntry[]
  scenery?: PieceEntry[]
  selection?: PieceEntry[]
  placed?: PlacedEntry[]
  table?: { width: number; depth: number }
  players?: Record<string, PlayerEntry>
  round?: number
  initiative?: string
  first?: string
  mode?: string
  scenario?: string
  options?: Record<string, string | number>
  decks?: { objects?: string[]; events?: string[] }
  objects?: { pile?: Record<string, number>; bottom?: string[] }
  events?: { pile?: Record<string, number>; edge?: Record<string, number>; in_force?: { event: string; rounds?: number }[] }
  carried?: { figure: string; object: string; uses?: number }[]
  effects?: { figure: string }[]
  objective?: { kind?: string }[]
  relic?: { x?: number; y?: number; figure?: string }
  held?: number[]
  more?: string[]
  turn?: { phase?: string; player?: string; figure?: string; [key: string]: unknown }
}

export const PHASES = ['scenery', 'deployment', 'destiny', 'initiative', 'events', 'activations', 'searches', 'clean-up'] as const
export const STATUSES = ['in-play', 'reserve', 'out-of-action', 'left'] as const
export const MARKS = ['activated', 'acted', 'moved', 'hurt', 'searching'] as const
/** The position as the tools take it; null for a document that is none, whatever else it says. */
export const layoutOf = (document: Position | null) => (Array.isArray(document?.figure) ? (document as Layout) : null)
const hundredths = (length: number) => Math.round(length * 100) / 100

/** Where a figure or piece is, by its id. */
export function placeOf(layout: Layout, id: string): { x: number; y: number } | null {
  const placed = layout.figure.find((one) => one.id === id) ?? layout.placed?.find((one) => one.piece === id)
  if (placed) return placed.x === undefined ? null : { x: placed.x, y: placed.y }
  const piece = layout.scenery?.find((one) => one.id === id)
  return piece ? middle(piece.shape) : null
}

/** The same as a mark on the table is told. */
export const placeIn = (document: Position, id: string) => {
  const layout = layoutOf(document)
  const place = layout && placeOf(layout, id)
  return place ? `${place.x} ${place.y}` : ''
}
export const isEmpty = (document: Position) => !(document.figure as unknown[] | undefined)?.length

/** Everybody leaves the table, and with them all that is said of them. */
export function empty(document: Position) {
  document.figure = []
  for (const key of ['turn', 'players', 'carried', 'effects', 'objects', 'events']) delete document[key]
}

/** How a figure or piece is turned, in degrees anticlockwise from east. */
export function angleAt(layout: Layout, id: string): number {
  const figure = layout.figure.find((one) => one.id === id)
  if (figure) return figure.facing ?? 0
  const placed = layout.placed?.find((one) => one.piece === id)
  return placed ? (placed.angle ?? 0) : angleOf(layout.scenery?.find((one) => one.id === id)?.shape ?? [])
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
  if (piece) movePiece(piece, hundredths(x), hundredths(y))
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
  if (piece) turnPiece(piece, degrees)
}

/** A new figure at a place, facing the other side. Answers its id. */
export function add(layout: Layout, profile: string, owner: string, x: number, y: number, facing = owner === 'p1' ? 90 : 270): string {
  const taken = new Set(layout.figure.map((one) => one.id))
  let id = profile
  for (let n = 2; taken.has(id); n++) id = `${profile}-${n}`
  layout.figure.push({ id, profile, owner, x: hundredths(x), y: hundredths(y), facing, wounds: 0 })
  forgetAlignment(layout)
  // Whoever comes first plays.
  if (layout.figure.length === 1) begin(layout, owner, id)
  return id
}

/** Whether a horde is aligned depends on who is in it: it is told anew. */
function forgetAlignment(layout: Layout) {
  for (const player of Object.values(layout.players ?? {})) delete player.aligned
}

/** A figure or piece leaves the table. */
export function remove(layout: Layout, id: string) {
  if (layout.figure.some((one) => one.id === id)) forgetAlignment(layout)
  layout.figure = layout.figure.filter((one) => one.id !== id)
  layout.scenery = layout.scenery?.filter((one) => one.id !== id)
  layout.placed = layout.placed?.filter((one) => one.piece !== id)
  for (const { object } of layout.carried?.filter((one) => one.figure === id) ?? []) countObject(layout, object, 1)
  if (layout.carried) layout.carried = layout.carried.filter((one) => one.figure !== id)
  if (layout.effects) layout.effects = layout.effects.filter((one) => one.figure !== id)
  if (layout.relic?.figure === id) delete layout.relic.figure
  for (const one of layout.figure) if (Array.isArray(one.dodged)) one.dodged = one.dodged.filter((name) => name !== id)
  if (layout.turn?.figure === id) begin(layout, layout.turn.player ?? 'p1', '')
}

/** Everybody leaves but one: the figure that acts, or the first. */
export function clear(layout: Layout) {
  const stays = layout.turn?.figure ?? layout.figure[0]?.id
  for (const { id } of [...layout.figure]) if (id !== stays) remove(layout, id)
}

/** It is somebody's turn to play a figure; "" for the first that has not been played. In other phases nobody plays one. */
export function begin(layout: Layout, player: string, id: string, phase = 'activations') {
  if (phase !== 'activations') {
    layout.turn = { phase, ...(['scenery', 'deployment'].includes(phase) ? { player } : {}) }
    return
  }
  const own = layout.figure.filter((one) => one.owner === player)
  const figure = own.find((one) => one.id === id) ?? own.find((one) => !one.activated) ?? own[0]
  layout.turn = { phase: 'activations', player, ...(figure ? { figure: figure.id } : {}) }
  for (const mark of MARKS) if (figure && figure[mark]) delete figure[mark]
}

export function set(layout: Layout, id: string, key: string, value: unknown) {
  const figure = layout.figure.find((one) => one.id === id)
  if (!figure) return
  if (value === undefined || value === false || value === '' || (Array.isArray(value) && !value.length)) delete figure[key]
  else figure[key] = value
  if (key === 'owner') forgetAlignment(layout)
}

/** A figure leaves play, waits in reserve, or comes (back) to the table where it was, or into its middle. */
export function setStatus(layout: Layout, id: string, status: string) {
  const figure = layout.figure.find((one) => one.id === id)
  if (!figure) return
  if (status === 'in-play') {
    delete figure.status
    figure.x ??= (layout.table?.width ?? 75) / 2
    figure.y ??= (layout.table?.depth ?? 75) / 2
  } else figure.status = status
  if (status !== 'in-play' && layout.turn?.figure === id) begin(layout, layout.turn.player ?? 'p1', '')
}

export function setPlayer(layout: Layout, player: string, key: keyof PlayerEntry, value: number | string | boolean) {
  layout.players = { ...layout.players, [player]: { ...layout.players?.[player], [key]: value } }
}

/** One object more or less in the pile, where the document counts it. */
function countObject(layout: Layout, object: string, by: number) {
  const pile = layout.objects?.pile
  if (pile) layout.objects = { ...layout.objects, pile: { ...pile, [object]: Math.max(0, (pile[object] ?? 0) + by) } }
}

/** What a figure carries: it comes out of the pile, and goes back there. */
export function carry(layout: Layout, id: string, objects: string[]) {
  const before = layout.carried?.filter((one) => one.figure === id) ?? []
  for (const { object } of before) if (!objects.includes(object)) countObject(layout, object, 1)
  for (const object of objects) if (!before.some((one) => one.object === object)) countObject(layout, object, -1)
  layout.carried = [...(layout.carried ?? []).filter((one) => one.figure !== id), ...objects.map((object) => before.find((one) => one.object === object) ?? { figure: id, object })]
}

/** How many of each, as a list has them. */
export const counted = (ids: string[]) => Object.fromEntries([...new Set(ids)].map((id) => [id, ids.filter((one) => one === id).length]))
/** The list of how many of each. */
export const listed = (counts: Record<string, number> | undefined) => Object.entries(counts ?? {}).flatMap(([id, many]) => Array.from({ length: many }, () => id))

/** Another battlefield, selection or scenario; what stood on the old one is gone with it. */
export function setGround(layout: Layout, kind: string, id: string) {
  for (const key of ['scenery', 'selection', 'placed', 'zone', 'table', 'scenario'] as const) delete layout[key]
  if (kind === 'scenario') for (const key of ['decks', 'objects', 'events', 'objective', 'held', 'relic', 'mode'] as const) delete layout[key]
  const place: Record<string, string> = { field: 'table', selection: 'selection', scenario: 'scenario' }
  Object.assign(layout, { [place[kind] ?? 'table']: id }, kind === 'scenario' ? { mode: 'scenario' } : {})
}
