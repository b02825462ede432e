import { beforeEach, expect, test } from 'vitest'
import { intent } from '../src/krosmaster/intent.svelte'
import { decision, event, match, option, unit, view } from './positions'

const arena = view([unit('ann', 'p1', 'c3'), unit('bob', 'p2', 'c6')])
beforeEach(() => {
  intent.reset()
  intent.stop()
  intent.lookAway()
  intent.cursor = null
})

test('a click on a cell gives the one answer there', () => {
  const { sent } = match(arena, decision([option('move c4', { cell: 'c4' })]))
  intent.act('c4')
  expect(sent).toEqual(['move c4'])
})

test('a far cell is walked to step by step', () => {
  const steps = [option('move d3', { cell: 'd3' })]
  const { sent } = match(arena, decision(steps, { hints: { reach: [{ cell: 'd4', mp: 2, path: ['d3', 'd4'], lockers: [] }] } }))
  intent.act('d4')
  expect(sent).toEqual(['move d3'])
  intent.asked(decision([option('move d4', { cell: 'd4' })]))
  expect(sent).toEqual(['move d3', 'move d4'])
})

test('a roll on the way stops the walk', () => {
  const { match: made, sent } = match(arena, decision([option('move d3')], { hints: { reach: [{ cell: 'd4', mp: 2, path: ['d3', 'd4'], lockers: ['bob'] }] } }))
  intent.act('d4')
  made.fresh = [event(1, 'lock-roll', { dice: ['lock'] })]
  intent.asked(decision([option('move d4')]))
  expect(sent).toEqual(['move d3'])
})

test('a cell without an answer asks the judge why', () => {
  const { sent } = match(arena, decision([option('end')]))
  intent.act('h9')
  expect(sent).toEqual(['why move h9'])
})

test('where a spell would only cost, one is asked first', () => {
  const spell = option('cast hit d3', { spell: 'hit', cell: 'd3' })
  const { sent } = match(arena, decision([spell], { hints: { spells: { hit: { cells: ['d3'], range: ['d3'], hidden: {}, idle: { d3: 'Nobody stands there.' }, sight: '', why: null, clauses: [] } } } }))
  intent.chooseSpell('hit')
  intent.act('d3')
  expect(sent).toEqual([])
  expect(intent.doubt).toBe('Nobody stands there.')
  intent.take(spell)
  expect(sent).toEqual(['cast hit d3'])
})

test('a spell that is no longer offered leaves the hand', () => {
  match(arena, decision([option('cast hit c6', { spell: 'hit', cell: 'c6' })]))
  intent.spell = 'hit'
  intent.asked(decision([option('end')]))
  expect(intent.spell).toBeNull()
})

test('the first tap on a locked way only looks', () => {
  match(arena, decision([option('end')], { hints: { reach: [{ cell: 'd4', mp: 2, path: ['d3', 'd4'], lockers: ['bob'] }, { cell: 'd3', mp: 1, path: ['d3'], lockers: [] }] } }))
  expect(intent.wantsLook('d4')).toBe(true)
  expect(intent.wantsLook('d3')).toBe(false)
})

test('the cursor goes round the cells where something can be done', () => {
  match(arena, decision([option('move c4', { cell: 'c4' }), option('move d3', { cell: 'd3' })]))
  intent.nextMark()
  expect(intent.cursor).toBe('c4')
  intent.nextMark()
  expect(intent.cursor).toBe('d3')
  intent.nextMark()
  expect(intent.cursor).toBe('c4')
  intent.nextMark(true)
  expect(intent.cursor).toBe('d3')
})

test('the end of an activation with much unspent is asked about once, where the server says so', () => {
  const end = option('end')
  const { sent } = match(arena, decision([end, option('move c4', { cell: 'c4' })], { hints: { unspent: 'You would lose 6 AP.' } }))
  intent.take(end)
  expect([sent, intent.isUnspent, intent.doubt]).toEqual([[], true, 'You would lose 6 AP.'])
  intent.choosing = []
  intent.doubt = ''
  intent.take(end)
  expect(sent).toEqual(['end'])
  const { sent: later } = match(arena, decision([end], { hints: { unspent: '' } }))
  intent.reset()
  intent.take(end)
  expect(later).toEqual(['end'])
})
