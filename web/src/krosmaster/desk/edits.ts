import type { Position } from '../../desk/desk.svelte'
import type { Board, CellKind } from '../../protocol'
import { cellName } from '../board/cells'

/** A unit as a position document has it. */
export interface UnitEntry {
  id?: string
  card: string
  owner: string
  at?: string
  ko?: boolean
  summoner?: string
  [key: string]: unknown
}
interface PlayerEntry {
  gg?: number
  kamas?: number
  timeline?: string[]
}
export interface Layout extends Position {
  unit: UnitEntry[]
  board: { arena?: string; map?: string; kamas?: Record<string, number>; scenery?: Record<string, string> }
  players?: Record<string, PlayerEntry>
  turn?: { player?: string; unit?: string; phase?: string; [key: string]: unknown }
  wild_gg?: number
  used_powers?: { unit: string }[]
}

export const PHASES = ['setup', 'tension', 'inspiration', 'refund', 'preliminary', 'activation', 'end'] as const
/** Phases in which no unit acts. */
const IDLE = ['setup', 'tension', 'inspiration', 'refund']
/** The numbers of a unit that a document says, with the least and the most that there can be. */
export const NUMBERS: readonly (readonly [string, number, number])[] = [
  ['injuries', 0, 99],
  ['ap', 0, 99],
  ['mp', 0, 99],
  ['ap_markers', -20, 20],
  ['mp_markers', -20, 20],
  ['range_markers', -20, 20],
]

/** The position as the tools take it; null for a document that is none, whatever else it says. */
export const layoutOf = (document: Position | null) => (Array.isArray(document?.unit) ? (document as Layout) : null)
export const idOf = (unit: UnitEntry) => unit.id ?? unit.card
export const unitNamed = (layout: Layout, id: string) => layout.unit.find((one) => idOf(one) === id)

/** A unit goes to a cell; whoever stands there changes places with it. */
export function move(layout: Layout, id: string, cell: string) {
  const unit = unitNamed(layout, id)
  if (!unit) return
  const there = layout.unit.find((one) => one.at === cell && one !== unit)
  if (there) there.at = unit.at ?? ''
  unit.at = cell
  delete unit.ko
}

/** A new unit on a cell; a token is summoned by the first figure of its player. Answers its id. */
export function add(layout: Layout, card: string, owner: string, cell: string, isToken: boolean): string {
  const taken = new Set(layout.unit.map(idOf))
  let id = card
  for (let n = 2; taken.has(id); n++) id = `${card}-${n}`
  const unit: UnitEntry = { id, card, owner, at: cell }
  const there = layout.unit.find((one) => one.at === cell)
  if (there) there.at = ''
  if (isToken) {
    const summoner = layout.unit.find((one) => one.owner === owner && !one.summoner && !one.ko)
    if (summoner) unit.summoner = idOf(summoner)
  } else layout.players?.[owner]?.timeline?.push(id)
  layout.unit.push(unit)
  return id
}

/** A unit leaves the position, with what it has summoned and all that is said of it. */
export function remove(layout: Layout, id: string) {
  const gone = new Set([id, ...layout.unit.filter((one) => one.summoner === id).map(idOf)])
  layout.unit = layout.unit.filter((one) => !gone.has(idOf(one)))
  for (const player of Object.values(layout.players ?? {})) if (player.timeline) player.timeline = player.timeline.filter((one) => !gone.has(one))
  if (layout.used_powers) layout.used_powers = layout.used_powers.filter((one) => !gone.has(one.unit))
  const { turn } = layout
  if (!turn) return
  if (Array.isArray(turn.began_beside)) turn.began_beside = turn.began_beside.filter((one) => !gone.has(String(one)))
  if (turn.unit && gone.has(turn.unit)) begin(layout, turn.player ?? 'p1', '')
}

/** Everybody leaves but one: the unit that acts, or the first. */
export function clear(layout: Layout) {
  const stays = layout.turn?.unit ?? idOf(layout.unit[0] ?? { card: '', owner: '' })
  for (const id of layout.unit.map(idOf)) if (id !== stays) remove(layout, id)
}

/** It is somebody's turn, and a unit's activation; "" for the first of that player that can act. */
export function begin(layout: Layout, player: string, id: string, phase = 'activation') {
  const own = layout.unit.filter((one) => one.owner === player && !one.summoner && !one.ko && one.at)
  const acts = own.find((one) => idOf(one) === id) ?? own[0]
  // What a unit has left is what its card says, unless somebody says otherwise.
  for (const unit of layout.unit) {
    delete unit.ap
    delete unit.mp
  }
  layout.turn = { player, phase, ...(layout.turn?.number ? { number: layout.turn.number } : {}), ...(acts && !IDLE.includes(phase) ? { unit: idOf(acts) } : {}) }
}

/** A number of a unit; undefined for what its card says. */
export function set(layout: Layout, id: string, key: string, value: number | string | undefined) {
  const unit = unitNamed(layout, id)
  if (!unit) return
  if (value === undefined || value === '') delete unit[key]
  else unit[key] = value
}

/** A unit is knocked out, or comes back where it can be put. */
export function knockOut(layout: Layout, id: string) {
  const unit = unitNamed(layout, id)
  if (!unit) return
  delete unit.at
  unit.ko = true
  if (layout.turn?.unit === id) begin(layout, layout.turn.player ?? 'p1', '')
}

const LETTERS: Record<CellKind, string> = { free: '.', tree: 'T', bush: 'B', crate: 'C', demon: 'D', rink: '~', cube: 'I' }
export const SCENERY: readonly CellKind[] = ['free', 'tree', 'bush', 'crate', 'demon', 'rink', 'cube']

/** Another thing stands on a cell: from now on the arena is a drawing, north row first, and no longer one by its name. */
export function paint(layout: Layout, board: Board, cell: string, kind: CellKind) {
  const rows = Array.from({ length: board.height }, (_, n) =>
    Array.from({ length: board.width }, (_, x) => {
      const here = cellName(x, board.height - 1 - n)
      const known = board.cells[here]
      if (here === cell) return kind === 'free' && known?.setup.length ? 's' : LETTERS[kind]
      return known?.setup.length ? 's' : LETTERS[known?.kind ?? 'free']
    }).join(' '),
  )
  const { arena: _, scenery: __, ...rest } = layout.board
  layout.board = { ...rest, map: rows.join('\n') }
  if (kind === 'demon' || kind === 'free') return
  // Nothing lies where something stands.
  if (layout.board.kamas?.[cell]) layout.board.kamas = { ...layout.board.kamas, [cell]: 0 }
}

export function putKamas(layout: Layout, cell: string, n: number) {
  layout.board.kamas = { ...layout.board.kamas, [cell]: n }
}

export function setStock(layout: Layout, player: string, key: 'gg' | 'kamas', value: number) {
  layout.players = { ...layout.players, [player]: { ...layout.players?.[player], [key]: value } }
}
