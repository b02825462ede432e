import type { Component } from 'svelte'
import type { GameName, GatheringView, PacksVerdict } from './protocol'
import type { Match, TableState } from './state/match.svelte'
import { t } from './state/settings.svelte'

/** What the form of a guest is given: the gathering, and what to do with the name and team that were chosen. */
export interface GuestForm extends Record<string, unknown> {
  view: GatheringView
  isAsking: boolean
  onsit: (name: string, cards: string[]) => void
  /** cards of the host's own that the match is chosen from */
  house?: PacksVerdict | null
  /** what the button says, where one does not sit down at once */
  sit?: string
}
type Loaded = Promise<{ default: Component<{ match: Match; told: TableState }> }>

/** A rulebook, as the pages of the rules show it. */
interface RuleBook {
  /** the address of its table of contents, and the word for its rulings, after `#/rules/` */
  contents: string
  rulings: string
  /** its releases, the current one first; none where there was but one */
  releases: readonly string[]
  /** what stands for the release where there was but one */
  edition: string
  /** whether a clause is of it by its number, of which release it is, and the number of its first ruling */
  has: (clause: string) => boolean
  releaseOf: (clause: string) => string
  firstRuling: number
}


/** What pages that games share have to know of one: its words and where its things are. */
export interface GameParts {
  /** where its lessons begin */
  home: string
  /** where a game is set up, also for those who are asked to sit down */
  begin: (isApart: boolean) => string
  /** what its turns are called, by number */
  turn: (n: number) => string
  /** so many of the points that decide it, in short */
  points: (n: number) => string
  /** the words of its clocks */
  clocks: () => { perTurn: string; turnLeft: string; eachTurn: (time: string) => string; thenHints: Record<string, string> }
  /** what a guest is told of an invitation */
  secret: () => string
  /** pieces bear the number of their seat, so that clocks need no names */
  hasMarks: boolean
  /** how it is called */
  title: () => string
  book: RuleBook
  /** what its lessons are called, and what is said of them before they begin */
  lessons: () => { title: string; lead?: string }
  /** its pages beside the table, by the second part of their address, the first of which is its name */
  pages?: Record<string, () => Promise<{ default: Component }>>
  /** what a guest brings to a gathering, where that is no team of Krosmaster */
  guest?: () => Promise<{ default: Component<GuestForm> }>
  /** its table, its keys and what its marks mean, where these are not Krosmaster's */
  table?: () => Loaded
  /** the table on which its replays are shown, where that is no arena */
  replayTable?: () => Promise<{ default: Component<{ view: never; text: string }> }>
  keys?: () => [string, string][]
  legend?: () => string[]
}

/** The games this client knows; of any other it shows the engine's drawing (`table/GameWithoutTable`). */
const GAMES: Record<string, GameParts> = {
  krosmaster: {
    title: () => t().games.krosmaster,
    // Clauses of 2.2 have three digits before the dot.
    book: { contents: '', rulings: 'rulings', releases: ['2.7', '2.2'], edition: '', has: (clause) => /^\d/.test(clause), releaseOf: (clause) => (/^\d{3}(\.|$)/.test(clause) ? '2.2' : '2.7'), firstRuling: 1 },
    lessons: () => ({ title: t().learnTutorial }),
    home: '#/learn',
    begin: (isApart) => (isApart ? '#/friend' : '#/'),
    turn: (n) => t().turn(n),
    points: (n) => `${n} ${t().ggShort}`,
    clocks: () => t().beside,
    secret: () => t().friend.secret,
    hasMarks: true,
  },
  kaos: {
    title: () => t().games.kaos,
    book: { contents: 'kaos', rulings: 'kaos-rulings', releases: [], edition: '2013', has: (clause) => /^K\d/.test(clause), releaseOf: () => '', firstRuling: 201 },
    lessons: () => ({ title: t().kaos.firstGame, lead: t().kaos.firstGameLead }),
    home: '#/kaos',
    pages: { '': () => import('./kaos/BeginPage.svelte'), hordes: () => import('./kaos/HordesPage.svelte'), battlefield: () => import('./kaos/battlefield/BattlefieldPage.svelte') },
    begin: () => '#/kaos',
    guest: () => import('./kaos/GuestHorde.svelte'),
    turn: (n) => t().replayRound(n),
    points: (n) => t().rosterPoints(n),
    clocks: () => t().kaos.clocks,
    secret: () => t().friend.secretKaos,
    hasMarks: false,
    table: () => import('./kaos/KaosGame.svelte') as unknown as Loaded,
    replayTable: () => import('./kaos/ReplayTable.svelte'),
    keys: () => t().kaos.keys,
    legend: () => t().kaos.legend,
  },
}
const PLAIN: GameParts = { ...(GAMES.krosmaster as GameParts), table: () => import('./table/GameWithoutTable.svelte') as unknown as Loaded }

/** Whether an address that begins so is one of the pages of a game. */
export const hasPages = (name: string | undefined): name is string => Boolean(name && GAMES[name]?.pages)

/** The games by name; where no name is told, the first is meant. */
export const NAMES = Object.keys(GAMES) as GameName[]
export const FIRST = NAMES[0] as GameName

/** The parts of a game by its name; those of one it does not know are plain. */
export const partsOf = (name: string | undefined): GameParts => GAMES[name || FIRST] ?? PLAIN
