import { afterEach, expect, test } from 'vitest'
import { centre, corner } from '../src/krosmaster/board/cells'
import { intent } from '../src/krosmaster/intent.svelte'
import { orientation } from '../src/state/orientation.svelte'
import { decision, match, unit, view } from './positions'

const arena = view([unit('ann', 'p1', 'a1'), unit('bob', 'p2', 'a12')])
afterEach(() => orientation.reset())

test('the south is at the bottom for who sits there, and for a screen that several share', () => {
  orientation.look(arena, ['p1'])
  expect(orientation.turned).toBe(false)
  orientation.look(arena, ['p1', 'p2'])
  expect(orientation.turned).toBe(false)
  expect(corner('a1')).toEqual({ x: 0, y: 1100 })
})

test('who sits in the north looks from there, and cells keep their names', () => {
  orientation.look(arena, ['p2'])
  expect(orientation.turned).toBe(true)
  expect(corner('a1')).toEqual({ x: 1100, y: 0 })
  expect(centre('l12')).toEqual({ x: 50, y: 1150 })
})

test('a board that was turned by hand stays so when a guest sits down', () => {
  orientation.look(arena, ['p2'])
  orientation.turn()
  orientation.look(arena, ['p2'])
  expect(orientation.turned).toBe(false)
})

test('arrows go where they point, whichever way the board lies', () => {
  match(arena, decision([]))
  intent.cursor = 'c5'
  intent.moveCursor(0, 1, 'f1')
  expect(intent.cursor).toBe('c6')
  orientation.look(arena, ['p2'])
  intent.moveCursor(0, 1, 'f1')
  expect(intent.cursor).toBe('c5')
  intent.moveCursor(1, 0, 'f1')
  expect(intent.cursor).toBe('b5')
})

test('the cursor stays on the board', () => {
  match(arena, decision([]))
  intent.cursor = 'a1'
  intent.moveCursor(-1, 0, 'f1')
  intent.moveCursor(0, -1, 'f1')
  expect(intent.cursor).toBe('a1')
})
