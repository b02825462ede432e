import type { KrosmasterCatalogue, ClauseLine, ClausePage, MatchSummary, NewMatch, Replay, Drawing, RulesCompared, RulesExample, SeatName, TeamVerdict, Term } from '../protocol'
import { settings } from './settings.svelte'

/** What the server answered instead of what was asked: a sentence and, where it gives one, the fix. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fix: string = '',
  ) {
    super(message)
  }
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, init)
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body as T
  const told = (body ?? {}) as { message?: string; detail?: string; fix?: string }
  throw new ApiError(response.status, told.message ?? told.detail ?? response.statusText, told.fix ?? '')
}

const post = <T>(path: string, body: unknown) =>
  request<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

export const getCatalogue = () => request<KrosmasterCatalogue>(`/api/catalogue?lang=${settings.language}`)
export const checkTeam = (cards: string[], format: string, release: string) => post<TeamVerdict>(`/api/teams/check?lang=${settings.language}`, { format, release, cards })
export const createMatch = (match: NewMatch) => post<{ id: string; token: string }>(`/api/matches?lang=${settings.language}`, match)
export const listMatches = () => request<MatchSummary[]>('/api/matches')
export const listClauses = (release = '') => request<ClauseLine[]>(`/api/clauses?lang=${settings.language}&release=${release}`)
export const getClause = (clause: string, release = '') => request<ClausePage>(`/api/clauses/${encodeURIComponent(clause)}?lang=${settings.language}&release=${release}`)
export const getTerms = (release: string) => request<Term[]>(`/api/terms?lang=${settings.language}&release=${release}`)
export const compareReleases = (one: string, other: string) => request<RulesCompared>(`/api/compare?one=${one}&other=${other}&lang=${settings.language}`)
export const getExample = (clause: string, one: string, other: string) => request<RulesExample>(`/api/compare/${encodeURIComponent(clause)}?one=${one}&other=${other}&lang=${settings.language}`)
export const takeSeat = (id: string, name: string, seat: SeatName) => post<{ id: string; token: string; seat: SeatName }>(`/api/matches/${encodeURIComponent(id)}/seats?lang=${settings.language}`, { name, seat })
export const matchReplay = (id: string) => `/api/matches/${encodeURIComponent(id)}/replay`
export const getReplay = (place: string, token: string) => request<Replay>(`${place}?lang=${settings.language}&token=${encodeURIComponent(token)}`)
export const getReplayStep = (place: string, token: string, step: number) => request<Drawing>(`${place}/${step}?lang=${settings.language}&token=${encodeURIComponent(token)}`)
export const bringRecord = (file: Blob) => request<Replay>(`/api/replays?lang=${settings.language}`, { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body: file })
export const recordHref = (id: string, token: string) => `/api/matches/${encodeURIComponent(id)}/record?token=${encodeURIComponent(token)}`

export function socketAddress(id: string, token: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/api/matches/${encodeURIComponent(id)}/ws?token=${encodeURIComponent(token)}&lang=${settings.language}`
}
