import type { Match } from '../state/match.svelte'
import { type Deed, deedsOf, eventsSince } from './deeds'

/** What others have done since one's own last turn: told and drawn until one acts, or puts it away. */
class Since {
  /** the event that was the last when it was put away */
  private away = $state(-1)
  /** the deed pointed at, by its number */
  pointed = $state(-1)

  of(match: Match | null): Deed[] {
    const { view } = match ?? {}
    if (!match || !view || match.practice || match.isPlaying || match.result || !match.own.length || match.own.length > 1) return []
    const last = match.events.at(-1)?.n ?? -1
    if (last === this.away) return []
    return deedsOf(eventsSince(match.events, match.own, (unit) => match.unit(unit)?.owner), view, match.own)
  }

  putAway(match: Match) {
    this.away = match.events.at(-1)?.n ?? -1
    this.pointed = -1
  }
}

export const since = new Since()
