import { expect, test } from 'vitest'
import { bestOf, readRoster } from '../src/desk/roster'

const entries = [
  { id: 'oscar-kass', name: 'Oscar Kass', words: 'oscar kass con' },
  { id: 'bill-tell', name: 'Bill Tell', words: 'bill tell' },
  { id: 'bill', name: 'Old Bill', words: 'old bill' },
]
const CELL = /\s+[a-z]\d{1,2}$/i

test('a name is found by its id, as it is written, by how it begins or by its words', () => {
  expect(bestOf('bill', entries)?.id).toBe('bill')
  expect(bestOf('Oscar', entries)?.id).toBe('oscar-kass')
  expect(bestOf('kass oscar', entries)?.id).toBe('oscar-kass')
  expect(bestOf('nobody', entries)).toBeUndefined()
})

test('a list says who stands where and whose they are, and names whom nobody knows', () => {
  const found = readRoster('oscar kass b2\np2:\nBill Tell\nMister X d4', entries, ['p1', 'p2'], 'p1', CELL)
  expect(found.placed.map(({ entry, owner, place }) => [entry.id, owner, place])).toEqual([
    ['oscar-kass', 'p1', 'b2'],
    ['bill-tell', 'p2', ''],
  ])
  expect(found.unknown).toEqual(['Mister X d4'])
})
