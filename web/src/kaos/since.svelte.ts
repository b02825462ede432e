import type { KaosView } from '../protocol'
import type { Match } from '../state/match.svelte'
import { Pointer } from '../table/since.svelte'
import { beginOf, type Deed, deedsOf } from './deeds'

/** What has happened since one's own last turn: told and drawn until one declares something, or puts it away. */
class Since extends Pointer {
  of(match: Match, view: KaosView): Deed[] {
    const { told } = match
    if (!this.isTold(match, told.at(-1)?.n ?? -1)) return []
    const owners = new Map(view.figure.map((one) => [one.id, one.owner]))
    return deedsOf(told, beginOf(told, match.own, (figure) => owners.get(figure)), view)
  }
}

export const since = new Since()
