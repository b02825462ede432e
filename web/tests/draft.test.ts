import { beforeEach, expect, test } from 'vitest'
import type { KrosmasterCatalogue } from '../src/protocol'
import { Draft, rememberedName, rememberName } from '../src/krosmaster/setup/draft.svelte'

const card = (id: string, initiative: number) => ({ id, name: id, initiative, level: 3 })
const team = (id: string, cards: string[]) => ({ id, name: id, text: '', cards })
const format = { id: 'constructed', name: 'Constructed', players: 2, arenas: ['one', 'two'], team: [3, 8], partners: false, clause: '' }
const catalogue = {
  cards: [card('a', 1), card('b', 2), card('c', 3), card('d', 3)],
  teams: [team('ab', ['a', 'b']), team('bc', ['b', 'c']), team('cd', ['c', 'd']), team('ac', ['a', 'c'])],
  arenas: [{ id: 'one', name: 'One' }, { id: 'two', name: 'Two' }],
  formats: [format],
  releases: [{ id: '2.7', name: '2.7', formats: [format] }],
  options: [],
} as unknown as KrosmasterCatalogue

beforeEach(() => localStorage.clear())

function drawn(...numbers: number[]) {
  const draft = new Draft(catalogue, ['Ann', 'Bot'])
  draft.shuffle(() => numbers.shift() ?? 0)
  return [...draft.seats.map((seat) => seat.team), draft.arena]
}

test('a game that is begun at once has teams and an arena that chance has drawn', () => {
  expect(drawn(0, 0, 0)).toEqual(['ab', 'bc', 'one'])
  expect(drawn(0.99, 0, 0.99)).toEqual(['ac', 'ab', 'two'])
})

test('no team is drawn twice, and none whose order has to be asked for', () => {
  for (let n = 0; n < 1; n += 0.1) {
    const [one, other] = drawn(n, n, n)
    expect(one).not.toBe(other)
    expect([one, other]).not.toContain('cd')
  }
})

test('a name that was typed is remembered, and a bot has none of it', () => {
  expect(rememberedName()).toBe('Player')
  rememberName('Player')
  expect(localStorage.getItem('esquive.name')).toBeNull()
  rememberName('Zoé')
  expect(rememberedName()).toBe('Zoé')
})

test('in another language names that nobody typed are told in it, and typed ones stay', () => {
  const before = new Draft(catalogue, ['Player', 'Greedy bot'])
  before.seats[0]!.name = 'Zoé'
  const after = new Draft(catalogue, ['Joueur', 'Robot glouton'])
  after.adopt(before)
  expect(after.seats.map((seat) => seat.name)).toEqual(['Zoé', 'Robot glouton'])
  before.seats[1]!.agent = 'human'
  before.seats[1]!.name = before.seats[1]!.given = 'Second player'
  after.adopt(before)
  expect(after.seats[1]?.name).toBe('Second player') // in the language of this test, English
  expect(after.seats[1]?.name).toBe(after.seats[1]?.given)
})
