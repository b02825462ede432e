import type { Topic } from '../learn/coaching'
import type { Match } from '../state/match.svelte'
import type { KaosView } from '../protocol'

const isAsked = (...kinds: string[]) => (match: Match) => kinds.includes(match.tableState?.decision?.kind ?? '')
const viewOf = (match: Match) => match.tableState?.view as unknown as KaosView | undefined
const ASKED = '[data-testid=asked]'

/** What somebody new meets in a first match, in the order in which it is told where several things come up at once. */
export const TOPICS: readonly Topic[] = [
  { id: 'kaos-deploy', isHere: isAsked('deploy', 'deployment'), at: ASKED },
  { id: 'kaos-initiative', isHere: isAsked('initiative', 'asked'), at: ASKED },
  { id: 'kaos-activate', isHere: isAsked('activate', 'initiative'), at: ASKED },
  { id: 'kaos-plan', isHere: isAsked('plan'), at: '[data-testid=choices]' },
  { id: 'kaos-react', isHere: isAsked('react'), at: ASKED },
  { id: 'kaos-destiny', isHere: isAsked('destiny'), at: ASKED },
  { id: 'kaos-intercept', isHere: isAsked('intercept'), at: ASKED },
  { id: 'kaos-points', isHere: (match) => isAsked('plan', 'activate')(match) && Object.values(viewOf(match)?.players ?? {}).some((one) => one.victory_points > 0), at: '' },
  { id: 'kaos-back', isHere: (match) => isAsked('plan')(match) && (viewOf(match)?.round ?? 0) > 1, at: '' },
]
