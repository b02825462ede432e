import type { Match } from '../state/match.svelte'
import { Pointer } from '../table/since.svelte'
import { type Deed, deedsOf, eventsSince } from './deeds'

/** What others have done since one's own last turn: told and drawn until one acts, or puts it away. */
class Since extends Pointer {
  of(match: Match | null): Deed[] {
    const { view } = match ?? {}
    if (!match || !view || !this.isTold(match, match.events.at(-1)?.n ?? -1)) return []
    return deedsOf(eventsSince(match.events, match.own, (unit) => match.unit(unit)?.owner), view, match.own)
  }
}

export const since = new Since()
