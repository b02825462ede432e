import { expect, test } from 'vitest'
import { areasOf } from '../src/kaos/fields'

const areaOf = (ring: { x: number; y: number }[]) => Math.abs(ring.reduce((sum, one, i) => sum + one.x * (ring[(i + 1) % ring.length]?.y ?? 0) - (ring[(i + 1) % ring.length]?.x ?? 0) * one.y, 0)) / 2
const sum = (rings: { x: number; y: number }[][]) => rings.reduce((all, ring) => all + areaOf(ring), 0)

test('a field of one sign is the whole table', () => {
  const rings = areasOf({ rows: ['###', '###'], step: 1.5 }, '#')
  expect(sum(rings)).toBeCloseTo(4.5 * 3)
  expect(areasOf({ rows: ['###', '###'], step: 1.5 }, '.')).toEqual([])
})

test('two signs share the table between them, without gaps and without covering each other', () => {
  const rows = ['..####', '.c##..', '##..#.', '......']
  const found = ['.', '#', 'c'].map((sign) => sum(areasOf({ rows, step: 2 }, sign)))
  const all = found.reduce((one, other) => one + other, 0)
  expect(all).toBeGreaterThan(6 * 4 * 4 * 0.9)
  expect(all).toBeLessThanOrEqual(6 * 4 * 4 * 1.1)
})

test('a single cell is a rhombus around its middle', () => {
  const rings = areasOf({ rows: ['...', '.#.', '...'], step: 2 }, '#')
  const xs = rings.flat().map((one) => one.x)
  expect([Math.min(...xs), Math.max(...xs)]).toEqual([2, 4])
})
