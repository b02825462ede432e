import { intent } from './intent.svelte'
import type { Match } from '../state/match.svelte'
import { orientation } from '../state/orientation.svelte'
import { panels } from '../state/panels.svelte'
import { playback } from './playback.svelte'
import { route } from '../state/route.svelte'
import { compact, settings, t, wide } from '../state/settings.svelte'
import { sound } from './sound.svelte'
import { onTellKey } from './tellKeys'

const isTyping = (target: EventTarget | null) => target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable)

const isOnBoard = (target: EventTarget | null) => target instanceof Element && target.closest('[role=grid]') !== null

function say(match: Match, sentence: string) {
  match.refusal = { do: '', refusal: { kind: 'not-now', clauses: [], sentence, facts: {} } }
}

function takeFirst(match: Match, verb: string, otherwise: string) {
  const option = match.options(verb)[0]
  if (option) intent.take(option)
  else say(match, otherwise)
}

function deploy(match: Match) {
  if (intent.isArranged) intent.deploy()
  else say(match, t().placeAllFirst)
}

function cancel(match: Match) {
  if (panels.open) panels.close()
  else if (intent.choosing.length) intent.choosing = []
  else if (match.refusal) match.refusal = null
  else if (intent.spell) intent.chooseSpell(null)
  else if (intent.looked) intent.lookAway()
  else if (intent.figure) intent.figure = null
  else intent.cursor = null
  intent.stop()
}

function chooseNumber(match: Match, number: number) {
  if (match.roll) return // the number of a face: RollByHand
  const decision = match.decision
  if (decision && decision.kind !== 'activation') document.querySelectorAll<HTMLButtonElement>('[data-testid=decision] button[data-nth]')[number - 1]?.click()
  else chooseSpell(match, number)
}

function chooseSpell(match: Match, number: number) {
  const spell = match.decision?.kind === 'activation' ? match.actor?.spells[number - 1] : undefined
  if (spell) intent.chooseSpell(spell.id)
  else say(match, t().noSpell(number))
}

function undo(match: Match) {
  if (intent.takeUp()) return
  if (!match.agree.undo()) say(match, t().agree.nothing)
}

/** Opens the judge's panel about what is pointed at or was refused, or closes it. */
export function judge(match: Match) {
  const line = match.refusal?.do || intent.question || match.why?.do || ''
  if (panels.open === 'why') return panels.close()
  panels.open = 'why'
  if (line) match.askWhy(line)
}

export function toggleLog() {
  if (compact.current) panels.sheet = panels.sheet === 'log' ? 'unit' : 'log'
  else if (wide.current) settings.toggleLog()
  else panels.toggle('log')
}

/** One-letter shortcuts, wherever the focus is; the board itself takes arrows and Enter. */
export function onKey(match: Match, event: KeyboardEvent, focusBoard: () => void) {
  if (!['match', 'learn'].includes(route.current.page) || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
  const key = event.key.toLowerCase()
  if (key === 'escape') cancel(match)
  else if (panels.open === 'help' || panels.open === 'about' || panels.open === 'board') return
  else if (!settings.keys && key.length === 1 && !isOnBoard(event.target)) return
  else if (key >= '1' && key <= '9' && key.length === 1) chooseNumber(match, Number(key))
  else if (key === 'u') undo(match)
  else if (key === 'w') judge(match)
  else if (key === 's') playback.skip()
  else if (key === 'k' && match.isPlaying) playback.pacer.pause()
  else if (key === 'x' && match.isPlaying) playback.pacer.next()
  else if (key === 'p') settings.nextPace()
  else if (key === 'm') sound.toggle()
  else if (key === 't') orientation.turn()
  else if (key === 'a' && intent.figures.length) intent.arrangeRest()
  else if (key === 'e' && intent.figures.length) deploy(match)
  else if (key === 'e') takeFirst(match, 'end', t().cannotEnd)
  else if (key === 'c') takeFirst(match, 'collect', t().cannotCollect)
  else if (key === 'r') takeFirst(match, 'reveal', t().nothingToReveal)
  else if (key === 'b') panels.toggle('piles')
  else if (key === 'l') toggleLog()
  else if (key === '?') panels.toggle('help')
  else if (key === 'n') intent.nextMark(event.shiftKey)
  else if (onTellKey(match, key, event.shiftKey)) void 0
  else if (event.key.startsWith('Arrow') && (event.target === document.body || event.target === null)) {
    focusBoard()
    intent.moveCursor(0, 0, match.actor?.at || 'f1')
  } else return
  if (key === 'n' || key === 'j' || (/^[1-9]$/.test(key) && intent.spell)) focusBoard()
  event.preventDefault()
}
