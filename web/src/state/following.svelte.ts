import type { Follows, Seated } from '../protocol'
import type { Match } from './match.svelte'

/** The match after which another one is being set up: the same players, with other teams or in another arena. */
export interface Followed extends Follows {
  game: string
  /** who plays, those at this screen first */
  players: Pick<Seated, 'name' | 'agent'>[]
  /** some of them play from elsewhere, and are asked to sit down */
  isApart: boolean
}

const KEY = 'esquive.after'

function remembered(): Followed | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Followed | null
  } catch {
    sessionStorage.removeItem(KEY)
    return null
  }
}

class Following {
  private current = $state.raw<Followed | null>(remembered())

  /** Another match is to be played after this one. */
  begin(match: Match, game: string) {
    const isHere = (one: Seated) => match.own.includes(one.seat)
    const players = [...match.players].sort((a, b) => Number(isHere(b)) - Number(isHere(a))).map(({ name, agent }) => ({ name, agent }))
    const isApart = match.players.some((one) => one.agent === 'human' && !isHere(one))
    this.keep({ match: match.id, token: match.token, game, players, isApart })
  }

  of(game: string): Followed | null {
    return this.current?.game === game ? this.current : null
  }

  /** What is said of it where a match of a game is begun. */
  after(game: string): { after?: Follows } {
    const found = this.of(game)
    return found ? { after: { match: found.match, token: found.token } } : {}
  }

  end() {
    this.keep(null)
  }

  private keep(followed: Followed | null) {
    this.current = followed
    if (followed) sessionStorage.setItem(KEY, JSON.stringify(followed))
    else sessionStorage.removeItem(KEY)
  }
}

export const following = new Following()
