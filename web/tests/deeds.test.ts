import { expect, test } from 'vitest'
import { deedsOf, eventsSince } from '../src/krosmaster/deeds'
import { event, unit, view } from './positions'

const shown = view([unit('ann', 'p1', 'c3'), unit('bob', 'p2', 'e5'), unit('cid', 'p2', 'h8')])
const ownerOf = (id: string) => shown.units.find((one) => one.id === id)?.owner
const turn = (n: number, seat: 'p1' | 'p2') => event(n, 'turn', { seat })

test('a walk is one deed with all its cells, and a spell comes from where its caster stood then', () => {
  const events = [
    turn(0, 'p2'),
    event(1, 'moved', { unit: 'bob', from: 'g5', to: 'f5' }),
    event(2, 'moved', { unit: 'bob', from: 'f5', to: 'e5' }),
    event(3, 'cast', { unit: 'bob', cell: 'c3' }),
    event(4, 'injured', { unit: 'ann', x: 2 }),
    event(5, 'cast', { unit: 'cid', cell: 'c3' }),
    turn(6, 'p1'),
  ]
  const deeds = deedsOf(eventsSince(events, ['p1'], ownerOf), shown, ['p1'])
  expect(deeds.map(({ kind, way }) => [kind, way.join(' ')])).toEqual([['walk', 'g5 f5 e5'], ['cast', 'e5 c3'], ['cast', 'h8 c3']])
  expect(deeds[1]?.outcome).toEqual(['injured 4.'])
})

test('a jump is the spell that it comes by', () => {
  const events = [turn(0, 'p2'), event(1, 'cast', { unit: 'bob', cell: 'e5' }), event(2, 'placed', { unit: 'bob', from: 'e3', to: 'e5' }), turn(3, 'p1')]
  const deeds = deedsOf(eventsSince(events, ['p1'], ownerOf), shown, ['p1'])
  expect(deeds.map(({ kind, way, outcome }) => [kind, way.join(' '), outcome.join(' ')])).toEqual([['cast', 'e3 e5', 'placed 2.']])
})

test('nothing is told once one has acted, and nothing of what was before the last own turn', () => {
  const past = [turn(0, 'p2'), event(1, 'moved', { unit: 'bob', from: 'g5', to: 'f5' }), turn(2, 'p1'), event(3, 'moved', { unit: 'ann', from: 'c1', to: 'c2' })]
  expect(eventsSince(past, ['p1'], ownerOf)).toEqual([])
  const next = [...past, turn(4, 'p2'), event(5, 'moved', { unit: 'cid', from: 'h9', to: 'h8' })]
  expect(deedsOf(eventsSince(next, ['p1'], ownerOf), shown, ['p1']).map((deed) => deed.n)).toEqual([5])
  const asked = [...next, turn(6, 'p1')]
  expect(deedsOf(eventsSince(asked, ['p1'], ownerOf), shown, ['p1']).map((deed) => deed.n)).toEqual([5])
  const acted = [...asked, event(7, 'moved', { unit: 'ann', from: 'c2', to: 'c3' })]
  expect(eventsSince(acted, ['p1'], ownerOf)).toEqual([])
})

test('before anybody else has played there is nothing to tell', () => {
  expect(eventsSince([turn(0, 'p1'), event(1, 'moved', { unit: 'ann', from: 'c1', to: 'c2' })], ['p1'], ownerOf)).toEqual([])
})
