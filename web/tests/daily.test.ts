import { expect, test } from 'vitest'
import { dailyOf, dayAfter, dayOf, runOf } from '../src/learn/daily'

const IDS = Array.from({ length: 12 }, (_, i) => `puzzle-${i}`)
const days = (from: string, many: number) => Array.from({ length: many }, (_, i) => dayAfter(from, i))

test('a day is one of UTC, whatever the clock of the machine says', () => {
  expect(dayOf(Date.UTC(2026, 10, 30, 23, 59, 59))).toBe('2026-11-30')
  expect(dayAfter('2026-11-30', 1)).toBe('2026-12-01')
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
})

test('each puzzle comes once before any comes again, and never two days running', () => {
  const start = dayOf(Math.ceil(Date.parse('2026-11-30') / 86_400_000 / 12) * 12 * 86_400_000)
  const found = days(start, 36).map((day) => dailyOf(day, IDS))
  for (let walk = 0; walk < 3; walk++) expect(new Set(found.slice(12 * walk, 12 * walk + 12)).size).toBe(12)
  found.forEach((one, i) => expect(one).not.toBe(found[i + 1]))
  expect(found.slice(0, 12)).not.toEqual(found.slice(12, 24))
})

test('it is the same for everybody, in whatever order the list comes', () => {
  expect(dailyOf('2026-11-30', IDS)).toBe(dailyOf('2026-11-30', IDS.toReversed()))
  expect(dailyOf('2026-11-30', [])).toBe('')
})

test('a run of days goes on as long as yesterday was solved', () => {
  expect(runOf(['2026-11-28', '2026-11-29'], '2026-11-30')).toBe(2)
  expect(runOf(['2026-11-28', '2026-11-29', '2026-11-30'], '2026-11-30')).toBe(3)
  expect(runOf(['2026-11-27', '2026-11-28'], '2026-11-30')).toBe(0)
  expect(runOf([], '2026-11-30')).toBe(0)
})
