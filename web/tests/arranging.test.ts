import { beforeEach, expect, test } from 'vitest'
import { arranging } from '../src/krosmaster/arranging.svelte'
import { intent } from '../src/krosmaster/intent.svelte'
import { decision, match, option, unit, view } from './positions'

const CELLS = ['a12', 'b12', 'c12']
const arena = view([unit('ann', 'p1', ''), unit('bea', 'p1', ''), unit('foe', 'p2', 'a1')])
const deployment = (ids: string[], cells = CELLS) => decision(ids.flatMap((id) => cells.map((cell) => option(`deploy ${id} ${cell}`, { unit: id, cell }))), { kind: 'deployment' })

beforeEach(() => {
  intent.reset()
  intent.stop()
})

test('figures are put down one after the other, and nothing is said before all of it is confirmed', () => {
  const asked = deployment(['ann', 'bea'])
  const { match: made, sent } = match(arena, asked)
  intent.act('b12')
  expect(arranging.places).toEqual({ ann: 'b12' })
  intent.deploy()
  expect(sent).toEqual([])
  intent.act('c12')
  expect(intent.isArranged).toBe(true)
  intent.deploy()
  expect(sent).toEqual(['deploy ann b12'])
  made.decision = deployment(['bea'], ['a12', 'c12'])
  intent.asked(made.decision)
  expect(sent).toEqual(['deploy ann b12', 'deploy bea c12'])
  made.decision = decision([option('roll')], { kind: 'tension' })
  intent.asked(made.decision)
  expect(arranging.places).toEqual({})
})

test('two figures change places', () => {
  match(arena, deployment(['ann', 'bea']))
  intent.act('b12')
  intent.act('c12')
  intent.act('b12')
  expect(intent.figureInHand).toBe('ann')
  intent.act('c12')
  expect(arranging.places).toEqual({ ann: 'c12', bea: 'b12' })
  expect(intent.figureInHand).toBe(null)
})

test('a figure that is taken from the list onto another one sends that one back', () => {
  match(arena, deployment(['ann', 'bea']))
  intent.act('b12')
  intent.figure = 'bea'
  intent.act('b12')
  expect(arranging.places).toEqual({ bea: 'b12' })
  expect(intent.figureInHand).toBe('ann')
})

test('who was put down last is taken up first', () => {
  match(arena, deployment(['ann', 'bea']))
  intent.act('b12')
  intent.act('c12')
  expect(intent.takeUp()).toBe(true)
  expect(arranging.places).toEqual({ ann: 'b12' })
  expect(intent.takeUp()).toBe(true)
  expect(intent.takeUp()).toBe(false)
})

test('whoever is left is put down on cells that are free', () => {
  match(arena, deployment(['ann', 'bea'], ['a12', 'b12']))
  intent.act('b12')
  intent.arrangeRest()
  expect(arranging.places).toEqual({ ann: 'b12', bea: 'a12' })
})

test('a cell where nobody may be put down asks the judge why', () => {
  const { sent } = match(arena, deployment(['ann', 'bea']))
  intent.act('e5')
  expect(sent).toEqual(['why deploy ann e5'])
  expect(arranging.places).toEqual({})
})

test('what was confirmed stops where a line is no answer any more', () => {
  const { match: made, sent } = match(arena, deployment(['ann', 'bea']))
  intent.arrangeRest()
  intent.deploy()
  made.decision = deployment(['bea'], [])
  intent.asked(made.decision)
  expect(sent).toHaveLength(1)
  expect(arranging.isConfirmed).toBe(false)
})
