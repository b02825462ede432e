import type { Topic } from '../learn/coaching'
import type { Match } from '../state/match.svelte'
import { fingers } from '../state/settings.svelte'

/** Gallons at the start, and how few of them mean that the end is near. */
const FIRST_GALLONS = 6
const LAST_GALLONS = 2

const isAsked = (kind: string) => (match: Match) => match.decision?.kind === kind
const isActing = isAsked('activation')
const gallons = (match: Match) => Object.values(match.view?.players ?? {}).map((one) => one.gg)
const hints = (match: Match) => match.decision?.hints

/** What somebody new meets in a first match, in the order in which it is told where several things come up at once. */
export const TOPICS: readonly Topic[] = [
  ...['deployment', 'timeline', 'tension', 'inspiration', 'locker', 'faces', 'standby', 'allocation'].map((id) => ({ id, isHere: isAsked(id), at: id === 'tension' || id === 'inspiration' ? '[data-testid=decision]' : '' })),
  { id: 'activation', isHere: (match) => isActing(match) && !fingers.current, at: '' },
  { id: 'touch', isHere: (match) => isActing(match) && fingers.current, at: '' },
  { id: 'order', isHere: isActing, at: '[data-testid=timeline]' },
  { id: 'locks', isHere: (match) => isActing(match) && Boolean(hints(match)?.reach?.some((one) => one.lockers.length)), at: '' },
  { id: 'sight', isHere: (match) => isActing(match) && Object.values(hints(match)?.spells ?? {}).some((one) => Object.keys(one.hidden).length), at: '[data-testid=spell]' },
  { id: 'rewards', isHere: (match) => isActing(match) && Boolean(match.decision?.options.some((one) => one.verb === 'buy')), at: '[data-testid=buy]' },
  { id: 'winning', isHere: (match) => isActing(match) && gallons(match).some((gg) => gg <= LAST_GALLONS), at: '[data-testid^=stock-], [data-testid^=score-]' },
  { id: 'gallons', isHere: (match) => isActing(match) && gallons(match).some((gg) => gg !== FIRST_GALLONS), at: '[data-testid^=stock-], [data-testid^=score-]' },
  { id: 'points', isHere: isActing, at: '[data-testid=unit-card]' },
]
