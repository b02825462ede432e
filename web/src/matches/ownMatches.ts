import type { MatchSummary } from '../protocol'
import { listMatches, listOwnMatches } from '../state/api'
import { keptMatches } from '../state/tokens'

/** How many of one's own matches the server lists at most. */
export const MOST = 500

/** How a match came out for whoever plays it; `shared` where one played for both sides, "" while it goes on or where one only watched. */
export type Outcome = '' | 'won' | 'lost' | 'drawn' | 'none' | 'shared'

/** Every match of this browser: those of its player, and those that everybody may see of which it has a token. Newest first. */
export async function ownMatches(most = 0): Promise<MatchSummary[]> {
  const kept = new Set(keptMatches().map((match) => match.id))
  const [own, listed] = await Promise.all([listOwnMatches(most), kept.size ? listMatches() : []])
  const found = new Map([...listed.filter((match) => kept.has(match.id)), ...own].map((match) => [match.id, match]))
  return newestFirst([...found.values()])
}

export const newestFirst = (matches: MatchSummary[]) => matches.sort((a, b) => b.created.localeCompare(a.created))

/** Whether it waits for an answer of one's own. */
export const isYours = (match: MatchSummary) => !match.over && match.own.includes(match.asked)

export function outcomeOf(match: MatchSummary): Outcome {
  if (!match.over || !match.own.length) return ''
  const winning = match.own.filter((place) => match.winners.includes(match.players[place] ?? ''))
  if (match.own.length > 1 && (winning.length !== match.own.length || match.own.length === match.players.length)) return 'shared'
  if (match.winners.length) return winning.length ? 'won' : 'lost'
  return match.winner === 'draw' ? 'drawn' : 'none'
}

/** Those whom one played against: nobody where one played for both sides. */
export function opponentsOf(match: MatchSummary): string[] {
  const isPair = match.winners.length > 1
  const won = (place: number) => match.winners.includes(match.players[place] ?? '')
  const own = match.own[0]
  if (own === undefined) return []
  return match.players.filter((_, place) => !match.own.includes(place) && !(isPair && won(place) === won(own)))
}

export interface Tally {
  played: number
  won: number
  lost: number
  drawn: number
}

const NOTHING: Tally = { played: 0, won: 0, lost: 0, drawn: 0 }

/** What one has won and lost: of all, of each game, and against each opponent, the most played first. */
export function recordOf(matches: MatchSummary[]): { all: Tally; games: [string, Tally][]; opponents: [string, Tally][] } {
  const all = { ...NOTHING }
  const games = new Map<string, Tally>()
  const opponents = new Map<string, Tally>()
  const of = (known: Map<string, Tally>, name: string) => known.get(name) ?? known.set(name, { ...NOTHING }).get(name)
  for (const match of matches) {
    const outcome = outcomeOf(match)
    if (outcome !== 'won' && outcome !== 'lost' && outcome !== 'drawn') continue
    for (const tally of [all, of(games, match.game), ...opponentsOf(match).map((name) => of(opponents, name))]) {
      if (!tally) continue
      tally.played++
      tally[outcome]++
    }
  }
  const most = (known: Map<string, Tally>) => [...known].sort(([, a], [, b]) => b.played - a.played)
  return { all, games: most(games), opponents: most(opponents) }
}
