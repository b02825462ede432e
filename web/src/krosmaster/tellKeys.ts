import { intent } from './intent.svelte'
import type { Match } from '../state/match.svelte'
import { panels } from '../state/panels.svelte'
import { playback } from './playback.svelte'
import { t } from '../state/settings.svelte'
import { cellTold, changesTold, foesOf, lineTold, stocksTold, threatsTold, unitTold } from './told'

/** What asks for the board in words: a key, and what is said. The cell is the one under the cursor, else the acting unit's. */
type Teller = (match: Match, cell: string) => string

const TELLERS: Record<string, Teller> = {
  o: (match, cell) => (match.view ? cellTold(match.view, cell, intent.markTold(cell)) : ''),
  h: (match, cell) => (match.view ? lineTold(match.view, cell, false) : ''),
  v: (match, cell) => (match.view ? lineTold(match.view, cell, true) : ''),
  i: (match) => (match.view && intent.acting ? unitTold(match.view, intent.acting) : t().told.nobody),
  g: (match) => changesTold(match.events, match.answered),
  q: (match) => (match.view ? `${stocksTold(match.view)} ${match.decision?.prompt ?? ''}` : ''),
}

/** Asks whom each enemy could hit, and tells it once all answers are here. */
function tellThreats(match: Match) {
  const { view, decision } = match
  if (!view || !decision) return playback.say(t().told.notAsked)
  const foes = foesOf(view, decision.seat)
  match.askThreats(foes.map((foe) => foe.id), () => playback.say(threatsTold(view, foes, match.threats)))
}

/** Puts the cursor on the next enemy. */
function nextFoe(match: Match, back: boolean) {
  const { view } = match
  const seat = match.decision?.seat ?? match.own[0]
  if (!view || !seat) return
  const cells = foesOf(view, seat).map((foe) => foe.at)
  intent.nextOf(cells, back)
}

/** Whether a key asked for words, and was answered. */
export function onTellKey(match: Match, key: string, back: boolean): boolean {
  if (key === 'd') panels.toggle('board')
  else if (key === 'f') tellThreats(match)
  else if (key === 'j') nextFoe(match, back)
  else if (TELLERS[key]) playback.say(TELLERS[key](match, intent.cursor ?? intent.acting?.at ?? 'a1'))
  else return false
  return true
}
