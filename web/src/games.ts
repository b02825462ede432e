import type { Component } from 'svelte'
import type { GatheringView } from './protocol'
import type { Match, TableState } from './state/match.svelte'
import { t } from './state/settings.svelte'

/** What the form of a guest is given: the gathering, and what to do with the name and team that were chosen. */
export interface GuestForm extends Record<string, unknown> {
  view: GatheringView
  isAsking: boolean
  onsit: (name: string, cards: string[]) => void
}
type Loaded = Promise<{ default: Component<{ match: Match; told: TableState }> }>

/** What pages that games share have to know of one: its words and where its things are. */
export interface GameParts {
  /** where its lessons begin */
  home: string
  /** what its turns are called, by number */
  turn: (n: number) => string
  /** the words of its clocks */
  clocks: () => { perTurn: string; turnLeft: string; eachTurn: (time: string) => string; thenHints: Record<string, string> }
  /** what a guest is told of an invitation */
  secret: () => string
  /** pieces bear the number of their seat, so that clocks need no names */
  hasMarks: boolean
  /** how it is called */
  title: () => string
  /** its pages beside the table, by the second part of their address, the first of which is its name */
  pages?: Record<string, () => Promise<{ default: Component }>>
  /** what a guest brings to a gathering, where that is no team of Krosmaster */
  guest?: () => Promise<{ default: Component<GuestForm> }>
  /** its table, its keys and what its marks mean, where these are not Krosmaster's */
  table?: () => Loaded
  keys?: () => [string, string][]
  legend?: () => string[]
}

/** The games this client knows; of any other it shows the engine's drawing (`table/GameWithoutTable`). */
const GAMES: Record<string, GameParts> = {
  krosmaster: { title: () => t().games.krosmaster, home: '#/learn', turn: (n) => t().turn(n), clocks: () => t().beside, secret: () => t().friend.secret, hasMarks: true },
  kaos: {
    title: () => t().games.kaos,
    home: '#/kaos',
    pages: { '': () => import('./kaos/BeginPage.svelte'), hordes: () => import('./kaos/HordesPage.svelte') },
    guest: () => import('./kaos/GuestHorde.svelte'),
    turn: (n) => t().replayRound(n),
    clocks: () => t().kaos.clocks,
    secret: () => t().friend.secretKaos,
    hasMarks: false,
    table: () => import('./kaos/KaosGame.svelte') as unknown as Loaded,
    keys: () => t().kaos.keys,
    legend: () => t().kaos.legend,
  },
}
const PLAIN: GameParts = { ...(GAMES.krosmaster as GameParts), table: () => import('./table/GameWithoutTable.svelte') as unknown as Loaded }

/** Whether an address that begins so is one of the pages of a game. */
export const hasPages = (name: string | undefined): name is string => Boolean(name && GAMES[name]?.pages)

/** The parts of a game by its name; those of one it does not know are plain. */
export const partsOf = (name: string | undefined): GameParts => (name ? GAMES[name] : GAMES.krosmaster) ?? PLAIN
