import { expect, test } from 'vitest'
import { arrowTold, drawn, MOST_ARROWS, outline, type Arrow } from '../src/table/arrows'

test('an arrow goes from a place to another, the same place twice is marked, and what is there already goes', () => {
  const one = drawn([], 'a1', 'c3')
  expect(one).toEqual([['a1', 'c3']])
  const two = drawn(one, 'b2', 'b2')
  expect(two).toEqual([['a1', 'c3'], ['b2']])
  expect(drawn(two, 'a1', 'c3')).toEqual([['b2']])
  expect(drawn(two, 'b2', 'b2')).toEqual([['a1', 'c3']])
  expect(drawn(two, 'c3', 'a1')).toHaveLength(3) // the other way round is another arrow
})

test('points of a table that lie within a centimetre are one place', () => {
  const one = drawn([], '10 20', '30 5')
  expect(drawn(one, '10.4 20.3', '30 5.5')).toEqual([])
  expect(drawn(one, '10 20', '10.5 20.5')).toEqual([['10 20', '30 5'], ['10 20']])
  expect(drawn(one, '11.5 20', '30 5')).toHaveLength(2)
})

test('there are no more arrows than a study can say', () => {
  const full: Arrow[] = Array.from({ length: MOST_ARROWS }, (_, n) => [`a${n + 1}`])
  expect(drawn(full, 'b1', 'b2')).toEqual(full)
  expect(drawn(full, 'a1', 'a1')).toHaveLength(MOST_ARROWS - 1)
})

test('an arrow is told by its places', () => {
  expect(arrowTold(['c4', 'd6'])).toBe('c4 → d6')
  expect(arrowTold(['12.5 30'])).toBe('(12.5, 30)')
})

test('the outline of an arrow ends at its point, and that of nothing is none', () => {
  expect(outline({ x: 0, y: 0 }, { x: 100, y: 0 }, 100)).toContain('L92 0L')
  expect(outline({ x: 5, y: 5 }, { x: 5, y: 5 }, 100)).toBe('')
  expect(outline({ x: 50, y: 50 }, undefined, 100)).toMatch(/^M.*Z$/)
})
