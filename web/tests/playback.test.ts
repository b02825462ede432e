import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announcer } from '../src/state/announcer.svelte'
import { playback } from '../src/krosmaster/playback.svelte'
import { settings } from '../src/state/settings.svelte'
import { event, unit, view } from './positions'

const before = view([unit('ann', 'p1', 'c3'), unit('bob', 'p2', 'c6')])
const walk = (n: number) => Array.from({ length: n }, (_, i) => event(i, 'moved', { unit: 'ann', to: `d${(i % 9) + 1}` }))

beforeEach(() => {
  vi.useFakeTimers()
  playback.clear()
})
afterEach(() => {
  vi.useRealTimers()
  settings.setPace('calm')
})

test('an event is told when it has been seen: a roll after its dice have come', async () => {
  const seen: unknown[] = []
  const events = [event(0, 'moved', { unit: 'ann', to: 'd1' }), event(1, 'critical-roll', { dice: ['critical'] }), event(2, 'moved', { unit: 'ann', to: 'd2' })]
  const shown = playback.play(events, before, (n) => seen.push([n, playback.dice.map((roll) => roll.n)]))
  expect(seen).toEqual([[0, []]])
  await vi.advanceTimersByTimeAsync(239)
  expect(playback.dice).toEqual([])
  await vi.runAllTimersAsync()
  await shown
  expect(seen).toEqual([[0, []], [1, [1]], [2, [1]]])
})

test('a step is shown within a quarter of a second', async () => {
  const shown = playback.play(walk(1), before)
  expect(playback.at).toEqual({ ann: 'd1' })
  await vi.advanceTimersByTimeAsync(250)
  await expect(shown).resolves.toBeUndefined()
})

test('many steps never last longer than their budget', async () => {
  const shown = playback.play(walk(55), before)
  await vi.advanceTimersByTimeAsync(4500)
  await expect(shown).resolves.toBeUndefined()
})

test('at once means at once, and what is said is said', async () => {
  settings.setPace('instant')
  const shown = playback.play(walk(20), before)
  await vi.advanceTimersByTimeAsync(0)
  await expect(shown).resolves.toBeUndefined()
  expect(announcer.text).toContain('moved 19.')
})

test('what is skipped is passed over until somebody is asked', async () => {
  const shown = playback.play(walk(20), before)
  playback.skip()
  await vi.advanceTimersByTimeAsync(1)
  await expect(shown).resolves.toBeUndefined()
  playback.pacer.rewind()
  expect(playback.pacer.isSkipping).toBe(false)
})

test('after a long absence nothing is shown, and the board is as it was sent', async () => {
  await playback.play(walk(61), before)
  expect(playback.at).toEqual({})
})

test('who swaps places stands where the other stood', async () => {
  settings.setPace('instant')
  await playback.play([event(1, 'swapped', { unit: 'ann', with: 'bob' })], before)
  expect(playback.at).toEqual({ ann: 'c6', bob: 'c3' })
})

test('the same sentence is said again, so that a reader hears it', () => {
  playback.say('One.')
  const first = announcer.text
  playback.say('One.')
  expect(announcer.text).not.toBe(first)
  expect(announcer.text.trim()).toBe('One.')
})

test('what is paused stands still, goes on by single steps, and then at all', async () => {
  const seen: number[] = []
  const shown = playback.play(walk(4), before, (n) => seen.push(n))
  playback.pacer.pause()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen).toEqual([0])
  playback.pacer.next()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen).toEqual([0, 1])
  playback.pacer.pause()
  await vi.runAllTimersAsync()
  await shown
  expect(seen).toEqual([0, 1, 2, 3])
})
