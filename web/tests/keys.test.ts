import { beforeEach, expect, test } from 'vitest'
import { onKey } from '../src/krosmaster/keys'
import { intent } from '../src/krosmaster/intent.svelte'
import { panels } from '../src/state/panels.svelte'
import { announcer } from '../src/state/announcer.svelte'
import { route } from '../src/state/route.svelte'
import { settings } from '../src/state/settings.svelte'
import { decision, event, match, option, unit, view } from './positions'

const spells = [{ id: 'hit', name: 'Hit' }] as never
const arena = view([unit('ann', 'p1', 'c3', { spells }), unit('bob', 'p2', 'c6', { injuries: 4 }), unit('eve', 'p2', 'h9')])
const end = option('end')

/** Presses a key while a match is shown; whether the key was taken. */
function press(made: ReturnType<typeof match>['match'], key: string, target: Element = document.body, shiftKey = false): boolean {
  const pressed = new KeyboardEvent('keydown', { key, shiftKey, cancelable: true })
  Object.defineProperty(pressed, 'target', { value: target })
  onKey(made, pressed, () => {})
  return pressed.defaultPrevented
}

beforeEach(() => {
  route.current = { page: 'match', id: 'id', token: null }
  panels.open = null
  settings.setKeys(true)
  intent.reset()
  intent.lookAway()
  intent.cursor = null
})

test('E ends the activation, and says so where there is none to end', () => {
  const { match: made, sent } = match(arena, decision([end]))
  press(made, 'e')
  expect(sent).toEqual(['end'])
  made.decision = decision([])
  press(made, 'e')
  expect(made.refusal?.refusal.sentence).toBeTruthy()
})

test('a number chooses a spell, Escape puts it down', () => {
  const { match: made } = match(arena, decision([option('cast hit c6', { spell: 'hit', cell: 'c6' })], { unit: 'ann' }))
  press(made, '1')
  expect(intent.spell).toBe('hit')
  press(made, 'Escape')
  expect(intent.spell).toBeNull()
})

test('nothing is taken from who types, and nothing under Ctrl', () => {
  const { match: made, sent } = match(arena, decision([end]))
  expect(press(made, 'e', document.createElement('input'))).toBe(false)
  expect(sent).toEqual([])
})

test('keys of one letter that were turned off count on the board alone', () => {
  const { match: made, sent } = match(arena, decision([end]))
  settings.setKeys(false)
  expect(press(made, 'e')).toBe(false)
  const board = document.createElement('div')
  board.setAttribute('role', 'grid')
  expect(press(made, 'e', board)).toBe(true)
  expect(sent).toEqual(['end'])
})

test('a cell, a row, a unit and what changed are told', () => {
  const { match: made } = match(arena, decision([end], { unit: 'ann' }))
  intent.cursor = 'c6'
  press(made, 'o')
  expect(announcer.text).toContain('c6: Bob, Bob’s, 5 of 9 HP left')
  press(made, 'v')
  expect(announcer.text).toBe('Column c: c3 Ann, Ann’s, 9 of 9 HP left; c4 tree; c6 Bob, Bob’s, 5 of 9 HP left.')
  press(made, 'h')
  expect(announcer.text).toContain('Row 6: c6 Bob')
  expect(announcer.text).toContain('f6 2 Kamas')
  press(made, 'i')
  expect(announcer.text).toContain('Ann, Ann’s')
  expect(announcer.text).toContain('Spells: Hit.')
  made.events = [event(4, 'moved'), event(5, 'ko')]
  made.answered = 4
  press(made, 'g')
  expect(announcer.text).toBe('ko 5.')
})

test('what threatens me is told once all enemies are known', () => {
  const { match: made } = match(arena, decision([end], { unit: 'ann' }))
  const asked: string[] = []
  made.askThreat = (id) => void asked.push(id)
  const threat = (id: string, hits: string[]) => ({ type: 'threat' as const, unit: id, reach: [], strikes: [], hits })
  press(made, 'f')
  expect(asked).toEqual(['bob', 'eve'])
  made.threats = { bob: threat('bob', ['ann']), eve: threat('eve', []) }
  press(made, 'f')
  expect(announcer.text).toBe('Bob (c6) could hit Ann.')
})

test('J goes from enemy to enemy, and back with Shift', () => {
  const { match: made } = match(arena, decision([end], { unit: 'ann' }))
  press(made, 'j')
  expect(intent.cursor).toBe('c6')
  press(made, 'j')
  expect(intent.cursor).toBe('h9')
  press(made, 'J', document.body, true)
  expect(intent.cursor).toBe('c6')
})

test('D opens the board in words, and no key reaches the game from there', () => {
  const { match: made, sent } = match(arena, decision([end]))
  press(made, 'd')
  expect(panels.open).toBe('board')
  press(made, 'e')
  expect(sent).toEqual([])
})
