import { beforeEach, expect, test } from 'vitest'
import { packed, unpack } from '../src/state/belongings'
import { collection } from '../src/state/collection.svelte'
import { NamedLists, teams } from '../src/state/namedLists.svelte'

beforeEach(() => {
  collection.set([])
  for (const one of [...teams.list]) teams.drop(one.name)
  localStorage.removeItem('esquive.hordes')
})

test('nothing kept is nothing to take along', () => {
  expect(packed()).toBe('')
})

test('what one browser keeps is joined to what the other one has', () => {
  collection.set(['tofu', 'tofu', 'bow'])
  teams.keep('Archers', ['bow'])
  new NamedLists('esquive.hordes').keep('Night', ['ghoul'])
  const text = packed()
  collection.set(['tofu', 'bow', 'bow'])
  teams.drop('Archers')
  teams.keep('Mine', ['tofu'])
  localStorage.removeItem('esquive.hordes')
  unpack(text)
  expect(collection.counts).toEqual({ tofu: 2, bow: 2 })
  expect(teams.list.map((one) => one.name)).toEqual(['Archers', 'Mine'])
  expect(new NamedLists('esquive.hordes').named('Night')?.cards).toEqual(['ghoul'])
})

test('a team of the same name stays as it is here', () => {
  teams.keep('Archers', ['bow'])
  const text = packed()
  teams.keep('Archers', ['sling'])
  unpack(text)
  expect(teams.named('Archers')?.cards).toEqual(['sling'])
})

test('what is no such text brings nothing', () => {
  for (const text of ['', '{', '[]', '{"collection":{"tofu":"many"},"teams":[1]}']) unpack(text)
  expect(collection.size).toBe(0)
  expect(teams.list).toEqual([])
})

test('what is too much is left out, the collection last', () => {
  collection.set(['tofu'])
  teams.keep('Long', Array.from({ length: 9000 }, () => 'a-figure'))
  expect(JSON.parse(packed())).toEqual({ collection: { tofu: 1 } })
})
