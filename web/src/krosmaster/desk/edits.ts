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
/** A power that has acted: whose it is, the card it stands on, and its place among those that an event sets off. */
export interface PowerUsed {
  unit: string
  of?: string
  power?: number
  once?: string
}
export interface PileEntry {
  rank: string
  pile: number
  closed?: number
  up?: string
}
interface PlayerEntry {
  gg?: number
  kamas?: number
  timeline?: string[]
}
export interface Layout extends Position {
  unit: UnitEntry[]
  board: { arena?: string; map?: string; kamas?: Record<string, number>; rink?: string[]; scenery?: Record<string, string>; scenery_injuries?: Record<string, number> }
  players?: Record<string, PlayerEntry>
  turn?: { player?: string; unit?: string; phase?: string; [key: string]: unknown }
  wild_gg?: number
  options?: Record<string, string>
  pile?: PileEntry[]
  used_powers?: PowerUsed[]
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
/** The same where units can be frozen. */
export const FROZEN = ['frozen_injuries', 'frozen_ap_markers', 'frozen_mp_markers'] as const
/** What a die of the Tension or Inspiration shows. */
export const FACES = ['critical', 'armour', 'lock', 'dodge'] as const

/** The position as the tools take it; null for a document that is none, whatever else it says. */
export const layoutOf = (document: Position | null) => (Array.isArray(document?.unit) ? (document as Layout) : null)
export const idOf = (unit: UnitEntry) => unit.id ?? unit.card
export const unitNamed = (layout: Layout, id: string) => layout.unit.find((one) => idOf(one) === id)

/** Who plays, by the format. */
export const seatsOf = (layout: Layout): string[] => (['free-for-all', 'two-against-two'].includes(String(layout.format)) ? ['p1', 'p2', 'p3', 'p4'] : ['p1', 'p2'])

/** The cell of a unit. */
export const placeIn = (document: Position, id: string) => {
  const layout = layoutOf(document)
  return (layout && unitNamed(layout, id)?.at) || ''
}
export const isEmpty = (document: Position) => !(document.unit as unknown[] | undefined)?.length

/** Everybody leaves the board, and with them all that is said of them; it begins when somebody comes. */
export function empty(document: Position) {
  document.unit = []
  for (const key of ['turn', 'used_powers', 'players']) delete document[key]
}

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
  } else forgetTimelines(layout)
  layout.unit.push(unit)
  // Whoever comes first acts.
  if (layout.unit.length === 1) begin(layout, owner, id)
  return id
}

/** Who plays when depends on who is there: it is told anew, by Initiative. */
function forgetTimelines(layout: Layout) {
  for (const player of Object.values(layout.players ?? {})) delete player.timeline
}

/** A unit that acts with all that it has got keeps doing so, whatever that has become. */
export function refill(layout: Layout, id: string, gauges: { ap?: number | null; mp?: number | null }) {
  const unit = unitNamed(layout, id)
  for (const key of ['ap', 'mp'] as const) if (unit && gauges[key] !== undefined && unit[key] === gauges[key]) delete unit[key]
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

const isNothing = (value: unknown) => value === undefined || value === '' || value === false || (Array.isArray(value) && !value.length)

/** What is said of a unit; nothing for what its card says. */
export function set(layout: Layout, id: string, key: string, value: unknown) {
  const unit = unitNamed(layout, id)
  if (!unit) return
  if (isNothing(value)) delete unit[key]
  else unit[key] = value
  if (key === 'owner') forgetTimelines(layout)
}

/** What is said of the turn beside whose it is. */
export function setTurn(layout: Layout, key: string, value: unknown) {
  const { [key]: _, ...rest } = layout.turn ?? {}
  layout.turn = isNothing(value) || value === 0 ? rest : { ...rest, [key]: value }
}

/** The powers of a unit that have acted. */
export function setPowersUsed(layout: Layout, id: string, used: PowerUsed[]) {
  layout.used_powers = [...(layout.used_powers ?? []).filter((one) => one.unit !== id), ...used]
  if (!layout.used_powers.length) delete layout.used_powers
}

/** The order in which the figures of a player act, as far as the document knows it. */
export function timelineOf(layout: Layout, player: string): string[] {
  return layout.players?.[player]?.timeline ?? layout.unit.filter((one) => one.owner === player && !one.summoner).map(idOf)
}

export function setTimeline(layout: Layout, player: string, timeline: string[]) {
  layout.players = { ...layout.players, [player]: { ...layout.players?.[player], timeline } }
}

/** A pile of rewards changes; `piles` are all of them as they are. */
export function setPile(layout: Layout, piles: readonly PileEntry[], pile: PileEntry, change: Partial<PileEntry>) {
  layout.pile = piles.map((one) => {
    const { up, ...rest } = one.rank === pile.rank && one.pile === pile.pile ? { ...one, ...change } : one
    return up ? { ...rest, up } : rest
  })
}

/** Another arena: what was painted and what lay about are gone with the old one. */
export function setArena(layout: Layout, arena: string) {
  layout.board = { arena }
}

/** Another rulebook, with its own usual agreements; piles and reserve are as that one begins. */
export function setRelease(layout: Layout, release: string) {
  layout.release = release
  delete layout.options
  delete layout.pile
  delete layout.wild_gg
  if (release !== '2.2') for (const unit of layout.unit) for (const key of FROZEN) delete unit[key]
}

export function setOption(layout: Layout, option: string, value: string, usual: string) {
  const { [option]: _, ...rest } = layout.options ?? {}
  layout.options = value === usual ? rest : { ...rest, [option]: value }
  // Other agreements may mean other piles.
  if (option === 'reward_set') delete layout.pile
}

/** Injuries of what stands on a cell, in this turn. */
export function hurtScenery(layout: Layout, cell: string, n: number) {
  const { [cell]: _, ...rest } = layout.board.scenery_injuries ?? {}
  layout.board.scenery_injuries = n ? { ...rest, [cell]: n } : rest
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
  const { arena: _, scenery: __, rink: ___, scenery_injuries: ____, ...rest } = layout.board
  // Ice under Kamas and Demons is not in the drawing.
  const hidden = board.rink.filter((one) => one !== cell && !['rink', 'cube'].includes(board.cells[one]?.kind ?? 'free'))
  layout.board = { ...rest, map: rows.join('\n'), ...(hidden.length ? { rink: hidden } : {}) }
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
