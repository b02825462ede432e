import type { AfterTheGame, Begun, Catalogue, ClauseLine, ClausePage, CoachHints, CoachReport, CoachRollouts, DeskLink, DeskQuestion, DeskView, DoorView, Drawing, ExerciseLine, Forgotten, GatheringMade, GatheringView, GuestSeated, GuestWanted, Invitation, InvitationWanted, KrosmasterCatalogue, LobbyView, MatchCreated, MatchSummary, MatchToken, Me, MoveCode, MoveView, NewGathering, NewMatch, OnwardPlayer, PackBrought, PacksVerdict, PracticeTry, RematchMade, Replay, RulesCompared, RulesExample, SeatName, SeatTaken, TeamDrawing, TeamDrawn, TeamRead, TeamVerdict, Term, TokenLine, StudyQuestion, StudyView } from '../protocol'
import { host } from '../host/host'
import { ownKey } from './key'
import { settings } from './settings.svelte'

/** What the server answered instead of what was asked: a sentence and, where it gives one, the fix. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fix: string = '',
    readonly code: string = '',
  ) {
    super(message)
  }
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await (await host()).ask(path, init)
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body as T
  const told = (body ?? {}) as { code?: string; message?: string; detail?: string; fix?: string }
  throw new ApiError(response.status, told.message ?? told.detail ?? response.statusText, told.fix ?? '', told.code ?? '')
}

/** What went wrong, in a sentence. */
export const troubleOf = (error: unknown, otherwise: string): string => (error instanceof ApiError ? [error.message, error.fix].filter(Boolean).join(' ') : otherwise)

/** The header that says what one may do at a match, or who one is. */
const bearer = (token: string): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {})
const get = <T>(path: string, token = '') => request<T>(path, { headers: bearer(token) })
const post = <T>(path: string, body: unknown, token = '') =>
  request<T>(path, { method: 'POST', headers: { 'content-type': 'application/json', ...bearer(token) }, body: JSON.stringify(body) })
/** Asks what only a page that hosts itself is asked: a GET, or a POST of what is said. */
export const ask = <T>(path: string, said?: unknown) => (said === undefined ? get<T>(path) : post<T>(path, said))
const matchAt = (id: string) => `/api/matches/${encodeURIComponent(id)}`
const gatheringAt = (id: string) => `/api/gatherings/${encodeURIComponent(id)}`
const inLanguage = () => `?lang=${settings.language}`

export const getCatalogue = () => request<KrosmasterCatalogue>(`/api/catalogue?lang=${settings.language}`)
export const getCatalogueOf = <Known extends Catalogue>(game: string) => request<Known>(`/api/catalogue?game=${game}&lang=${settings.language}`)
/** The catalogue with the cards of the ready-made teams alone. */
export const getOutline = () => request<KrosmasterCatalogue>(`/api/catalogue?lang=${settings.language}&outline=true`)
/** What the judge says of a team: of the first game, where `wanted` names no other. */
export const checkTeam = (wanted: { cards: string[]; [more: string]: unknown }) => post<TeamVerdict>(`/api/teams/check?lang=${settings.language}`, wanted)
/** Which figures a list of a team means, as people write it. */
export const readTeam = (text: string, packs: PackBrought[]) => post<TeamRead>(`/api/teams/read${inLanguage()}`, { text, packs })
/** A legal team by chance, of all figures or of those one owns. */
export const drawTeam = (wanted: TeamDrawing) => post<TeamDrawn>(`/api/teams/draw${inLanguage()}`, wanted)
/** A position and what is asked about it, shown and judged. */
export const askDesk = (wanted: DeskQuestion, signal?: AbortSignal) =>
  request<DeskView>(`/api/desk${inLanguage()}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wanted), signal })
/** A study out of its link, or a link out of its chapters. */
export const askStudy = (wanted: StudyQuestion) => post<StudyView>(`/api/studies${inLanguage()}`, wanted)
/** The position of a match as it is now, as far as one may know it. */
export const getPosition = (id: string, token: string) => get<Record<string, unknown>>(matchAt(id), token)
/** The code of a step of a replay. */
export const getStepLink = (place: string, token: string, step: number) => get<DeskLink>(`${place}/${step}/link`, token)
/** Whether packs of one's own can be used, what is wrong with them and what they bring. */
export const checkPacks = (packs: PackBrought[], game: string, language: string = settings.language) => post<PacksVerdict>(`/api/packs?lang=${language}`, { game, packs })
/** A file that is made in an editor (the last of these): its documents, or without any those that its text has. */
export const editPack = (game: string, packs: PackBrought[], documents: Record<string, unknown> | null) => post<PacksVerdict>(`/api/packs?lang=${settings.language}`, { game, packs, edited: true, ...(documents && { documents }) })
/** The cards of its host's own that a match is chosen from. */
export const getGatheringPacks = (id: string, token: string) => get<PacksVerdict>(`${gatheringAt(id)}/packs${inLanguage()}`, token)
export const createMatch = (match: NewMatch) => post<MatchCreated>(`/api/matches?lang=${settings.language}`, match, ownKey())
export const listExercises = (game: string) => request<ExerciseLine[]>(`/api/learn${inLanguage()}&game=${game}`)
export const getDiagram = async (clause: string): Promise<string> => {
  const response = await (await host()).ask(`/api/learn/drawings/${encodeURIComponent(clause)}${inLanguage()}`)
  if (!response.ok) throw new ApiError(response.status, response.statusText)
  return response.text()
}
export const beginExercise = (id: string, game: string) => post<MatchCreated>(`/api/learn/${encodeURIComponent(id)}${inLanguage()}&game=${game}`, {})
export const getHelp = (id: string, token: string, help: number) => get<PracticeTry>(`${matchAt(id)}/try${inLanguage()}&help=${help}`, token)
export const getTry = (id: string, token: string) => get<PracticeTry>(`${matchAt(id)}/try${inLanguage()}`, token)
export const listMatches = () => request<MatchSummary[]>(`/api/matches${inLanguage()}`)
export const listClauses = (release = '') => request<ClauseLine[]>(`/api/clauses?lang=${settings.language}&release=${release}`)
export const getClause = (clause: string, release = '') => request<ClausePage>(`/api/clauses/${encodeURIComponent(clause)}?lang=${settings.language}&release=${release}`)
export const getTerms = (release: string, game: string) => request<Term[]>(`/api/terms?lang=${settings.language}&release=${release}&game=${game}`)
export const compareReleases = (one: string, other: string) => request<RulesCompared>(`/api/compare?one=${one}&other=${other}&lang=${settings.language}`)
export const getExample = (clause: string, one: string, other: string) => request<RulesExample>(`/api/compare/${encodeURIComponent(clause)}?one=${one}&other=${other}&lang=${settings.language}`)
export const askRematch = (id: string, token: string) => post<RematchMade>(`${matchAt(id)}/rematch${inLanguage()}`, {}, token)
export const takeSeat = (id: string, name: string, seat: SeatName, invitation: string) => post<SeatTaken>(`${matchAt(id)}/seats${inLanguage()}`, { name, seat, invitation }, ownKey())
export const matchReplay = (id: string) => `/api/matches/${encodeURIComponent(id)}/replay`
export const getReplay = (place: string, token: string) => get<Replay>(`${place}${inLanguage()}`, token)
export const getReplayStep = (place: string, token: string, step: number) => get<Drawing>(`${place}/${step}${inLanguage()}`, token)
export const getAfter = (of: 'match' | 'file', id: string, token: string) => get<AfterTheGame>(`${replayAt(of, id)}/after${inLanguage()}`, token)
const coachAt = (of: 'match' | 'file', id: string) => `/api/coach/${of === 'match' ? 'matches' : 'replays'}/${encodeURIComponent(id)}`
/** What the coach has found by now but for the marks that are known: ask until all is judged. */
export const getCoach = (of: 'match' | 'file', id: string, token: string, known: number) => get<CoachReport>(`${coachAt(of, id)}${inLanguage()}&known=${known}`, token)
export const getCoachRollouts = (of: 'match' | 'file', id: string, token: string, entry: number, tries: number) => get<CoachRollouts>(`${coachAt(of, id)}/${entry}${inLanguage()}&tries=${tries}`, token)
export const getHints = (id: string, token: string) => get<CoachHints>(`${coachAt('match', id)}/hints${inLanguage()}`, token)
const replayAt = (of: 'match' | 'file', id: string) => (of === 'match' ? matchAt(id) : `/api/replays/${encodeURIComponent(id)}`)
export const beginOnward = (of: 'match' | 'file', id: string, step: number, token: string, seats: OnwardPlayer[]) => post<MatchCreated>(`${replayAt(of, id)}/onward/${step}${inLanguage()}`, { seats }, of === 'match' ? token : ownKey())
export const getBegun = (id: string, token: string) => get<Begun>(`${matchAt(id)}/begun`, token)
export const bringRecord = (file: Blob) => request<Replay>(`/api/replays?lang=${settings.language}`, { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body: file })

// ------------------------------------------------------------------------------------------------ who may come, who one is

export const getDoor = () => request<DoorView>('/api/door')
export const enter = (password: string) => post<DoorView>(`/api/door${inLanguage()}`, { password })
export const invite = (id: string, to: InvitationWanted['to'], token: string, delay = 0) => post<Invitation>(`${matchAt(id)}/invitations${inLanguage()}`, { to, delay }, token)
export const gather = (wanted: NewGathering) => post<GatheringMade>(`/api/gatherings${inLanguage()}`, wanted, ownKey())
export const getGathering = (id: string, token: string) => get<GatheringView>(`${gatheringAt(id)}${inLanguage()}`, token)
export const sitDown = (id: string, wanted: GuestWanted) => post<GuestSeated>(`${gatheringAt(id)}/seats${inLanguage()}`, wanted, ownKey())
export const leaveGathering = (id: string, token: string) => post<GatheringView>(`${gatheringAt(id)}/leave${inLanguage()}`, {}, token)
export const watch = (id: string, invitation: string) => post<MatchToken>(`${matchAt(id)}/watch${inLanguage()}`, { invitation })
export const listTokens = (id: string, token: string) => get<TokenLine[]>(`${matchAt(id)}/tokens${inLanguage()}`, token)
export const revokeToken = (id: string, name: string, token: string) => post<TokenLine[]>(`${matchAt(id)}/tokens/${name}/revoke${inLanguage()}`, {}, token)
export const askToken = (id: string) => post<MatchToken>(`${matchAt(id)}/tokens${inLanguage()}`, {}, ownKey())
/** Deletes a match with all that is kept of it, by its token. */
export const deleteMatch = async (id: string, token: string) => post<Forgotten>(`${matchAt(id)}/forget${inLanguage()}`, { token: token || (await askToken(id)).token, delete: true })
export const listOwnMatches = (most = 0) => get<MatchSummary[]>(`/api/me/matches${inLanguage()}${most ? `&most=${most}` : ''}`, ownKey())
export const getLobby = () => get<LobbyView>(`/api/lobby${inLanguage()}`)
/** Says that one is here by this name, or without one that one is gone. */
export const sayHere = (name: string) => post<LobbyView>(`/api/lobby${inLanguage()}`, { name }, ownKey())
export const getMe = () => get<Me>(`/api/me${inLanguage()}`, ownKey())
export const sayName = (name: string) => post<Me>(`/api/me${inLanguage()}`, { name }, ownKey())
export const askCode = () => post<MoveCode>(`/api/me/codes${inLanguage()}`, {}, ownKey())
export const move = (code: string) => post<MoveView>(`/api/me/move${inLanguage()}`, { code }, ownKey())
export const getMove = () => get<MoveView>(`/api/me/move${inLanguage()}`, ownKey())
export const answerMove = (check: string, accept: boolean, kept: string) => post<Me>(`/api/me/move/answer${inLanguage()}`, { check, accept, kept }, ownKey())
export const dropDevice = (name: string) => post<Me>(`/api/me/devices/${name}/revoke${inLanguage()}`, {}, ownKey())

/** The record of a match, as a file to be saved: a link could not say who asks. */
export const saveRecord = (id: string, token: string) => save(`${matchAt(id)}/record${inLanguage()}`, id, token)
/** A record that was brought, as the file it was. */
export const saveUpload = (id: string) => save(`/api/replays/${encodeURIComponent(id)}/record${inLanguage()}`, id, '')

async function save(address: string, id: string, token: string) {
  const response = await (await host()).ask(address, { headers: bearer(token) })
  if (!response.ok) throw new ApiError(response.status, response.statusText)
  const place = URL.createObjectURL(await response.blob())
  const link = Object.assign(document.createElement('a'), { href: place, download: `esquive-${id}.jsonl` })
  link.click()
  URL.revokeObjectURL(place)
}

/** Where a match is followed. */
export const lineAddress = (id: string): string => `${matchAt(id)}/ws?lang=${settings.language}`

/** What a websocket offers to speak: browsers can send a token in no other header. */
export const spoken = (token: string): string[] => ['esquive', ...(token ? [`token.${token}`] : [])]
