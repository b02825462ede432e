import { getOutline } from '../state/api'
import { startMatch } from '../state/match.svelte'
import { packs } from '../state/packs.svelte'
import { Draft, rememberedName } from '../krosmaster/setup/draft.svelte'
import { playerNameOf, USUAL_BOT } from './bots'

/** Begins somebody's first match: ready-made teams against the Apprentice. What went wrong, or ''. */
export async function startFirstMatch(): Promise<string> {
  const draft = new Draft(await getOutline(), [rememberedName(), playerNameOf(USUAL_BOT)], undefined, packs.forMatch)
  draft.shuffle()
  return startMatch(draft.toMatch())
}
