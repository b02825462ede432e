import { hasPages } from '../games'
import { self } from './self.svelte'

/** Where a position of the desk comes from: a new game, a match as it is now, a step of a replay; and into which match it is put back. */
export type DeskFrom = { game?: string; match?: string; replay?: string; step?: string; puts?: string }
export type ReplayPart = 'steps' | 'after' | 'on'
export type Route = { page: 'setup'; team?: string[] } | { page: 'friend' } | { page: 'cards'; id: string; query: string } | { page: 'workshop' } | { page: 'games' } | { page: 'lobby' } | { page: 'desk'; code: string; from: DeskFrom } | { page: 'study'; code: string } | { page: 'game'; game: string; part: string } | { page: 'meet'; id: string } | { page: 'letters'; letter: string; id: string } | { page: 'match'; id: string; token: string | null } | { page: 'join'; id: string; invitation: string } | { page: 'enter'; password: string } | { page: 'move'; code: string } | { page: 'rules'; clause: string; release: string } | { page: 'learn'; part: '' | 'how' | 'play' | 'daily'; exercise: string } | { page: 'replay'; of: 'match' | 'file' | null; id: string; step: number; part: ReplayPart | null }

const PARTS: ReplayPart[] = ['steps', 'after', 'on']

function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [page, ...rest] = path.split('/').map(decodeURIComponent)
  if (page === 'match' && rest[0]) return { page: 'match', id: rest[0], token: new URLSearchParams(query).get('token') }
  if (page === 'join' && rest[0] && rest[1]) return { page: 'join', id: rest[0], invitation: rest[1] }
  if (page === 'team' && rest[0]) return { page: 'setup', team: rest[0].split('+').slice(0, 40) }
  if (page === 'cards') return { page: 'cards', id: rest[0] ?? '', query }
  if (page === 'desk') return { page: 'desk', code: rest[0] ?? '', from: Object.fromEntries(new URLSearchParams(query)) }
  if (page === 'study' && rest[0]) return { page: 'study', code: rest[0] }
  if (page === 'workshop') return { page: 'workshop' }
  if (page === 'games') return { page: 'games' }
  if (page === 'lobby') return { page: 'lobby' }
  if (page === 'friend') return { page: 'friend' }
  if (hasPages(page)) return { page: 'game', game: page, part: rest[0] ?? '' }
  if (page === 'letter' && rest[0]) return { page: 'letters', letter: rest[0], id: '' }
  if (page === 'letters') return { page: 'letters', letter: '', id: rest[0] ?? '' }
  if (page === 'meet' && rest[0]) return { page: 'meet', id: rest[0] }
  if (page === 'enter') return { page: 'enter', password: rest[0] ?? '' }
  if (page === 'move') return { page: 'move', code: rest[0] ?? '' }
  if (page === 'rules') return { page: 'rules', clause: rest[0] ?? '', release: new URLSearchParams(query).get('release') ?? '' }
  if (page === 'learn') return rest[0] === 'play' && rest[1] ? { page: 'learn', part: 'play', exercise: rest[1] } : { page: 'learn', part: rest[0] === 'how' || rest[0] === 'daily' ? rest[0] : '', exercise: '' }
  if (page === 'replay' || page === 'replays') {
    const of = rest[1] && (rest[0] === 'match' || rest[0] === 'file') ? rest[0] : null
    return { page: 'replay', of, id: of ? (rest[1] ?? '') : '', step: Number(rest[2]) || 0, part: PARTS.find((part) => part === new URLSearchParams(query).get('part')) ?? null }
  }
  return { page: 'setup' }
}

/** Where we are, as the address's hash says. */
class Router {
  current = $state.raw<Route>(parse(location.hash))

  constructor() {
    window.addEventListener('hashchange', () => (this.current = parse(location.hash)))
  }

  /** Says where we are without a new entry in the history. */
  note(hash: string) {
    history.replaceState(null, '', hash)
  }

  /** Goes there in place of where we are: nobody comes back here. */
  replace(hash: string) {
    location.replace(hash)
  }

  go(hash: string) {
    location.hash = hash
  }
}

export const route = new Router()
const isThisMachine = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
/** Where others find this server: a friend's "localhost" is his own machine. */
const here = () => (isThisMachine(location.hostname) && self.door?.reached[0]) || `${location.origin}${location.pathname}`
/** Whether a link leads nowhere from another machine. */
export const isOnlyHere = (link: string) => isThisMachine(new URL(link).hostname)
/** Links for others; what is behind the # is not sent to any server. */
export const joinLink = (id: string, invitation: string) => `${here()}#/join/${encodeURIComponent(id)}/${encodeURIComponent(invitation)}`
/** The whole team, by the ids of its figures. */
export const teamLink = (ids: readonly string[]) => `${here()}#/team/${ids.map(encodeURIComponent).join('+')}`
/** A judge's question: all of it stands in the code. */
export const deskLink = (code: string) => `${here()}#/desk/${code}`
/** A puzzle of one's own, by its code. */
export const puzzleHref = (code: string) => `#/learn/play/${code}`
export const puzzleLink = (code: string) => `${here()}${puzzleHref(code)}`
export const studyLink = (code: string) => `${here()}#/study/${code}`
export const deskHref = (from: DeskFrom) => `#/desk?${new URLSearchParams(from)}`
export const moveLink = (code: string) => `${here()}#/move/${encodeURIComponent(code)}`
export const replayHref = (of: 'match' | 'file', id: string) => `#/replay/${of}/${encodeURIComponent(id)}`
/** A step of the replay of a match, for others. */
export const replayLink = (id: string, step: number) => `${here()}${replayHref('match', id)}/${step}`
/** The page of a clause; chapters have one number in several releases, all other clauses tell by theirs whose they are. */
export const clauseHref = (clause: string, release = '') => `#/rules/${encodeURIComponent(clause)}${release && /^\d$/.test(clause) ? `?release=${release}` : ''}`
