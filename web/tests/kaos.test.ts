import { expect, test } from 'vitest'
import { groupsOf } from '../src/kaos/table.svelte'
import type { KaosOption } from '../src/protocol'

const plan = (n: number, group: string, label: string) => ({ do: `plan ${n}`, verb: 'plan', label, group, tells: `Way ${n}.` }) as KaosOption

test('plans stand in groups, of those that read alike the best two, and six in all', () => {
  const shots = Array.from({ length: 5 }, (_, n) => plan(n, 'shoot', 'Shoot at Bob'))
  const walks = Array.from({ length: 9 }, (_, n) => plan(10 + n, 'move', `Walk ${n} cm`))
  const [shoot, move, ...others] = groupsOf([...shots, ...walks])
  expect(others).toEqual([])
  expect([shoot?.group, shoot?.shown.length, shoot?.rest.length]).toEqual(['shoot', 2, 3])
  expect([move?.group, move?.shown.length, move?.rest.length]).toEqual(['move', 6, 3])
})

test('who would ask for one more is shown it, and what was looked for is always shown', () => {
  const shots = Array.from({ length: 3 }, (_, n) => plan(n, 'shoot', 'Shoot at Bob'))
  expect(groupsOf(shots)[0]).toMatchObject({ shown: shots, rest: [] })
  const many = Array.from({ length: 6 }, (_, n) => plan(n, 'shoot', 'Shoot at Bob'))
  const [found] = groupsOf(many, ['plan 5'])
  expect(found?.shown.map((one) => one.do)).toEqual(['plan 0', 'plan 1', 'plan 5'])
  // Where all is shown, what the pointer rests on stays where it is.
  expect(found?.all).toEqual(many)
})

test('answers without groups are all shown', () => {
  const options = Array.from({ length: 12 }, (_, n) => ({ do: `react ${n}`, verb: 'react', label: 'Dodge' }) as KaosOption)
  expect(groupsOf(options)).toEqual([{ group: '', all: options, shown: options, rest: [] }])
})

test('staying is never hidden behind the walks', () => {
  const walks = Array.from({ length: 9 }, (_, n) => plan(n, 'move', `Walk ${n} cm`))
  const [move] = groupsOf([...walks, { ...plan(0, 'move', 'Stay where it is'), do: 'plan stay' }])
  expect(move?.shown.at(-1)?.do).toBe('plan stay')
})

test('what reads the same in every word is told once, unless it is pointed at', () => {
  const twice = [plan(1, 'shoot', 'Shoot at Bob'), { ...plan(2, 'shoot', 'Shoot at Bob'), tells: 'Way 1.' }]
  expect(groupsOf(twice)[0]?.all.map((one) => one.do)).toEqual(['plan 1'])
  expect(groupsOf(twice, ['plan 2'])[0]?.all.map((one) => one.do)).toEqual(['plan 1', 'plan 2'])
})
