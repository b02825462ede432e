import { ask } from '../state/api'
import { settings } from '../state/settings.svelte'

/** How a match by letters stands, as the page itself tells it (docs/letters.md). */
export interface MailView {
  id: string
  game: string
  stage: 'invited' | 'accepted' | 'own' | 'theirs' | 'done'
  other: string
  number: number
  letter: string
  is_open: boolean
  wrong: string
}

export interface InvitationView {
  game: string
  release: string
  format: string
  arena: string
  options: Record<string, string>
  setup: Record<string, unknown>
  name: string
}

export interface LetterOpened {
  id: string
  token: string
  invitation: InvitationView | null
}

export interface LetterPlayer {
  name: string
  cards: string[]
  setup?: Record<string, unknown>
}

/** Whom one invites to what; what is left out is usual in the game. */
export interface InvitationWanted {
  player: LetterPlayer
  game?: string
  release?: string
  format?: string
  arena?: string
  options?: Record<string, string>
  setup?: Record<string, unknown>
}

const at = (path = '') => `/api/letters${path}?lang=${settings.language}`

export const listPending = () => ask<MailView[]>(at())
export const getMail = (id: string) => ask<MailView>(at(`/${encodeURIComponent(id)}`))
export const openLetter = (letter: string) => ask<LetterOpened>(at(), { letter })
/** The match that a letter belongs to, known here or not. */
export const matchOf = (letter: string) => ask<{ id: string }>(at('/which'), { letter })
export const invite = (wanted: InvitationWanted) => ask<MailView>(at('/invitations'), wanted)
export const accept = (letter: string, player: LetterPlayer) => ask<MailView>(at('/acceptances'), { letter, player })
export const forget = (id: string) => ask<MailView[]>(at(`/${encodeURIComponent(id)}/forget`), {})
