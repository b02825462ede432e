/** The wire protocol, as the server speaks it. Nothing here is computed by the client. */

/** p3 and p4 only sit at tables for four. */
export type Seat = 'p1' | 'p2' | 'p3' | 'p4'
export type AgentName = 'human' | 'random' | 'greedy' | 'open'
export type Face = 'critical' | 'armour' | 'lock' | 'dodge' | 'critical_dodge' | 'dofus'
export type Element = 'water' | 'air' | 'earth' | 'fire' | 'neutral'
export type RangeKind = 'close-combat' | 'target' | 'line' | 'no-line-of-sight' | 'personal'
export type SpellKind = 'attack' | 'heal' | 'special'
export type Limit = 'none' | 'turn' | 'turn-and-target' | 'game'
export type CellKind = 'free' | 'tree' | 'bush' | 'crate' | 'demon' | 'rink' | 'cube'
export type RewardKind = 'boost' | 'buff' | 'equipment'

export interface Spell {
  id: string
  name: string
  text?: string
  range: { kind: RangeKind; min: number; max: number; fixed?: boolean }
  cost: { ap?: number | string | null; mp?: number | null; injuries?: number | null; kamas?: number | null }
  kind: SpellKind
  element?: Element | null
  base?: number | string | null
  limit?: Limit
  area?: string | null
  summons?: number | null
  used?: boolean
}

export interface Power {
  id: string
  name: string
  text?: string
  keyword?: boolean
  source?: 'card' | 'inspiration' | 'reward' | 'effect'
}

export interface Reward {
  id: string | null
  name?: string | null
  text?: string | null
  face?: 'up' | 'down'
  rank?: string | null
  kind?: RewardKind | null
  slot?: string | null
}

export interface Unit {
  id: string
  card: string
  name: string
  owner: Seat
  kind: 'krosmaster' | 'mob' | 'mechanism'
  family?: string | null
  level?: number | null
  initiative?: number | null
  at: string
  ko: boolean
  injuries: number
  hp: number | null
  ap: number | null
  mp: number | null
  max_ap: number | null
  max_mp: number | null
  ap_markers: number
  mp_markers: number
  range_markers: number
  has_ap: boolean
  has_mp: boolean
  types?: string[]
  summoner?: string | null
  inspiration: string[]
  powers: Power[]
  spells: Spell[]
  rewards: Reward[]
  played?: boolean
  markers?: { name: string }[]
}

export interface CellView {
  kind: CellKind
  setup: Seat[]
  kamas?: number
}

export interface Pile {
  rank: string
  pile: number
  closed: number
  price: number
  up: Reward | null
}

export interface PlayerView {
  name: string
  agent: AgentName | string
  /** who wins together with this player */
  partner?: Seat | null
  gg: number
  kamas: number
  timeline: string[]
}

export interface MatchView {
  game: string
  release: string
  format: string
  version: number
  viewer: Seat | 'none'
  board: { width: number; height: number; cells: Record<string, CellView>; name?: string }
  players: Record<Seat, PlayerView>
  wild_gg: number
  turn: { number: number; player: Seat | null; asked?: Seat | null; unit: string | null; phase: string }
  units: Unit[]
  piles: Pile[]
  standby: { n: number; text: string; unit?: string | null; clause?: string | null }[]
  over: { winner: Seat | 'draw'; winners?: Seat[]; reason: string; clause?: string | null } | null
}

export interface Option {
  do: string
  verb: string
  label: string
  unit?: string | null
  cell?: string | null
  spell?: string | null
  cost?: Record<string, number | string | null> | null
  /** the face an inspiration die would give, or the faces a roll would be turned to */
  face?: string | null
  faces?: string[] | null
  reward?: string | null
}

export interface SpellHint {
  cells: string[]
  range: string[]
  hidden: Record<string, string>
  why?: string | null
  clauses?: string[]
}

export interface Reach {
  cell: string
  mp: number
  path: string[]
  lockers: string[]
}

export interface Hints {
  reach?: Reach[]
  spells?: Record<string, SpellHint>
}

export interface Decision {
  kind: string
  seat: Seat
  prompt: string
  options: Option[]
  hints?: Hints
  /** the dice the decision is about (tension, faces, inspiration) */
  dice?: string[] | null
  unit?: string | null
  clause?: string | null
}

export interface MatchEvent {
  n: number
  kind: string
  clause?: string | null
  sentence: string
  seat?: Seat | null
  unit?: string | null
  target?: string | null
  cell?: string | null
  from?: string | null
  to?: string | null
  dice?: string[] | null
  x?: number | null
  with?: string | null
  by?: string | null
  victim?: string | null
  stat?: string | null
  faces?: string[] | null
  coins?: string[] | null
  successes?: number | null
  ap?: number | null
  mp?: number | null
  injuries?: number | null
  kamas?: number | null
  number?: number | null
  bonus?: string | null
  element?: Element | null
  spells?: string | null
  until?: string | null
}

export interface Refusal {
  kind: string
  clauses: string[]
  sentence: string
  facts?: Record<string, unknown>
}

export interface Condition {
  kind?: string
  clauses: string[]
  sentence: string
  holds: boolean
  facts?: Record<string, unknown>
}

export interface Odds {
  text: string
  probability: string
  percent: number
}

export interface Why {
  type: 'why'
  do: string
  legal: boolean
  conditions: Condition[]
  odds?: Odds[] | null
  odds_note?: string | null
  area?: string[] | null
  targets?: string[] | null
}

export type ServerMessage =
  | { type: 'state'; version: number; view: MatchView; decision: Decision | null; events: MatchEvent[] }
  | { type: 'refused'; do: string; refusal: Refusal }
  | Why
  | { type: 'error'; code: string; message: string; fix?: string }

export type ClientMessage =
  | { type: 'hello'; version: number }
  | { type: 'answer'; version: number; do: string }
  | { type: 'why'; do: string }

export interface Card {
  id: string
  name: string
  colour?: 'gold' | 'white' | 'black' | null
  types?: string[]
  collection?: string | null
  level: number
  initiative: number
  mp: number | string | null
  hp: number | null
  ap: number | string | null
  spells: Spell[]
  powers: Power[]
  playable?: boolean
  house?: boolean
}

export interface Arena {
  id: string
  name: string
  rows: string[]
}

export interface Team {
  id: string
  name: string
  cards: string[]
  /** the formats it is legal in */
  formats?: string[]
}

export interface Format {
  id: string
  name: string
  text: string
  players: 2 | 4
  partners: boolean
  /** the fewest and the most figures of a team */
  team: [number, number]
  arenas: string[]
}

export interface MatchOption {
  id: string
  name: string
  values: string[]
  default: string
  clause?: string | null
}

export interface Catalogue {
  cards: Card[]
  arenas: Arena[]
  rewards: Reward[]
  teams: Team[]
  formats: Format[]
  options: MatchOption[]
}

export interface TeamCheck {
  legal: boolean
  violations: { clause: string; sentence: string }[]
}

export interface NewMatch {
  release: string
  format: string
  arena: string
  players: { name: string; cards: string[]; agent: AgentName }[]
  options: Record<string, string>
}

export interface MatchSummary {
  id: string
  created: string
  players: string[]
  over: boolean
  winner: string | null
  game: string
  format: string
  /** names: two of them when partners have won */
  winners: string[]
  open: number
}

/** A record as steps, of any game; step n is the position after the first n of them. */
export interface Replay {
  id: string
  game: string
  release: string
  format: string
  players: ReplayPlayer[]
  over: boolean
  drawing: 'view' | 'svg'
  steps: ReplayStep[]
}

export interface ReplayStep {
  by: Seat | 'dice'
  /** empty while it is not for us to know */
  line: string
  turn: number
  log: { sentence: string; clause: string }[]
  /** stands before the step, such as whose turn begins; empty for none */
  heading: string
  /** the line in words where the log is empty; empty where there are none */
  answer: string
}

export interface ReplayPlayer {
  seat: Seat
  name: string
  agent: string
}

/** Who is who in an engine's drawing. */
export interface ReplaySide {
  seat: Seat
  points: number
  destiny: number
  initiative: boolean
  pieces: { letter: string; name: string; life: number; wounds: number; marks: string[] }[]
}

export type GameName = 'krosmaster' | 'kaos'

/** The position after a step: what our own components draw, or a drawing of the engine's and the position as text. */
export type ReplayDrawing = { step: number; kind: 'view'; view: MatchView } | { step: number; kind: 'svg'; svg: string; text: string | null; sides: ReplaySide[] | null }

/** A line of the table of contents of the rules. */
export interface ClauseLine {
  clause: string
  kind: string
  paraphrase: string
  title?: string | null
  testable?: boolean | null
  implemented?: boolean | null
  game?: GameName
}

export interface ClauseView {
  clause: string
  paraphrase: string
  notes?: string | null
  code: string[]
  tests: string[]
  title?: string | null
  children?: string[]
  rulings?: { ruling: string; title: string; decision: string }[]
  kind?: string | null
  testable?: boolean | null
  implemented?: boolean | null
  /** An SVG document drawn from the engine. */
  diagram?: string | null
  game?: GameName
  /** What a ruling answers, and why so; empty for a clause. */
  question?: string
  reason?: string
}
