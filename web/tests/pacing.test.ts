import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pacing } from '../src/kaos/pacing.svelte'
import type { KaosEvent, KaosView } from '../src/protocol'
import { settings } from '../src/state/settings.svelte'

const view = { figure: [{ id: 'ann', owner: 'p1', status: 'in-play', x: 20, y: 20, facing: 0 }, { id: 'bob', owner: 'p2', status: 'in-play', x: 30, y: 20, facing: 180 }] } as unknown as KaosView
let n = 0
const event = (kind: string, more: Partial<KaosEvent> = {}) => ({ n: n++, kind, sentence: `${kind} ${n}.`, clause: '', ...more }) as KaosEvent

const blow = () => [
  event('activated', { figure: 'bob' }),
  event('declared', { figure: 'bob', target: 'ann' }),
  event('moved', { figure: 'bob', x: '22.5', y: '20', angle: '180' }),
  event('rolled', { figure: 'bob', seat: 'p2', roll: 'attack', dice: [6, 4] }),
  event('rolled-again', { figure: 'bob', seat: 'p2', roll: 'attack', dice: [3] }),
  event('successes', { figure: 'bob', seat: 'p2', roll: 'attack', number: 2 }),
  event('hit', { figure: 'bob', target: 'ann' }),
]

beforeEach(() => {
  vi.useFakeTimers()
  pacing.clear()
})
afterEach(() => {
  vi.useRealTimers()
  settings.setPace('calm')
})

test('a turn is shown event by event: the figure moves, then its dice fall, then they are counted', async () => {
  const told: string[] = []
  const shown = pacing.play(blow(), view, (one) => told.push(one.kind))
  expect(told).toEqual(['activated'])
  await vi.advanceTimersByTimeAsync(600)
  expect(told).toEqual(['activated', 'declared'])
  await vi.advanceTimersByTimeAsync(900)
  expect(told.at(-1)).toBe('moved')
  expect(pacing.at.bob).toEqual({ x: 22.5, y: 20, facing: 180 })
  expect(pacing.declared).toMatchObject({ figure: 'bob', target: 'ann' })
  expect(pacing.dice).toEqual([])
  await vi.runAllTimersAsync()
  await shown
  expect(pacing.dice).toMatchObject([{ figure: 'bob', dice: [6, 4, 3], successes: 2 }])
  expect(told).toHaveLength(7)
})

test('dice lie on the table until another roll begins', async () => {
  pacing.glance(blow())
  expect(pacing.dice).toHaveLength(1)
  pacing.glance([event('wounded', { figure: 'ann' })])
  expect(pacing.dice).toHaveLength(1)
  pacing.glance([event('activated', { figure: 'ann' })])
  expect(pacing.dice).toEqual([])
})

test('what is skipped is told at once, until somebody is asked', async () => {
  const told: string[] = []
  const shown = pacing.play(blow(), view, (one) => told.push(one.kind))
  pacing.pacer.skip()
  await vi.advanceTimersByTimeAsync(1)
  await shown
  expect(told).toHaveLength(7)
  expect(pacing.shows(blow())).toBe(false)
  pacing.rewind()
  expect(pacing.shows(blow())).toBe(true)
})

test('many turns never last longer than their budget, and at once means at once', async () => {
  const many = [...blow(), ...blow(), ...blow(), ...blow(), ...blow(), ...blow()]
  const began = Date.now()
  let lasted = 0
  const shown = pacing.play(many, view, () => {}).then(() => (lasted = Date.now() - began))
  await vi.advanceTimersByTimeAsync(11_100)
  await shown
  expect(lasted).toBeGreaterThan(8000)
  settings.setPace('instant')
  expect(pacing.shows(many)).toBe(false)
})

test('a figure goes along the bends of its way, and what is told shows at once: wounds, points, the round', async () => {
  const before = { ...view, round: 1, turn: { figure: 'ann' }, players: { p1: { victory_points: 0 }, p2: { victory_points: 0 } } } as unknown as KaosView
  const way = [[30, 20], [28, 24], [22.5, 20]].map(([x = 0, y = 0]) => ({ x, y, z: 0 }))
  const seen: string[] = []
  const shown = pacing.play([event('round', { number: 2 }), event('activated', { figure: 'bob' }), event('declared', { figure: 'bob', target: 'ann', way, angle: '180' }), event('moved', { figure: 'bob', x: '22.5', y: '20', angle: '180', way }), event('wounded', { figure: 'ann', wounds: 2, total: 2 }), event('points', { seat: 'p2', points: 5, total: 5 }), event('over')], before, () => {})
  const look = () => seen.push([pacing.over(before).round, pacing.over(before).turn.figure, pacing.declared?.end?.facing, pacing.at.bob?.y, pacing.over(before).figure[0]?.wounds ?? 0, pacing.over(before).players.p2.victory_points].join(' '))
  look()
  for (let i = 0; i < 40; i++) {
    await vi.advanceTimersByTimeAsync(100)
    look()
  }
  await shown
  expect(seen[0]).toBe('2 ann   0 0')
  expect(seen).toContain('2 bob 180  0 0')
  expect(seen).toContain('2 bob 180 24 0 0')
  expect(seen).toContain('2 bob 180 20 0 0')
  expect(seen).toContain('2 bob 180 20 2 5')
  pacing.settle()
  expect(pacing.over(before)).toBe(before)
})
