import { beforeEach, expect, test, vi } from 'vitest'
import type { Thought } from '../src/host/messages'

/** Workers as they are made: what each was told, and whether it was ended. */
const made: FakeWorker[] = []
class FakeWorker {
  said: unknown[] = []
  isEnded = false
  onmessage: ((event: { data: unknown }) => void) | null = null
  onerror: ((event: { message: string }) => void) | null = null
  constructor() {
    made.push(this)
  }
  postMessage(message: unknown) {
    this.said.push(message)
  }
  terminate() {
    this.isEnded = true
  }
}
vi.stubGlobal('Worker', FakeWorker)
const { Thinking } = await import('../src/host/thinking')

const think = (id: number) => ({ type: 'think' as const, id, text: `decision ${id}` })
let told: Thought[] = []
const thinking = () => new Thinking(() => 'engine.json', (thought) => told.push(thought))
beforeEach(() => {
  made.length = 0
  told = []
})

test('a decision is thought about in a worker that is begun for the first of them', () => {
  const one = thinking()
  expect(made).toHaveLength(0)
  one.think(think(1))
  one.think(think(2))
  expect(made).toHaveLength(1)
  expect(made[0]?.said).toEqual([{ type: 'thinker', listed: 'engine.json' }, think(1), think(2)])
  made[0]?.onmessage?.({ data: { type: 'thought', id: 1, line: 'end' } })
  expect(told).toEqual([{ type: 'thought', id: 1, line: 'end' }])
})

test('what is forgotten ends with its worker at once, and what else was asked is asked of a new one', () => {
  const one = thinking()
  one.think(think(1))
  one.think(think(2))
  one.forget(1)
  expect(made.map(({ isEnded }) => isEnded)).toEqual([true, false])
  expect(made[1]?.said).toEqual([{ type: 'thinker', listed: 'engine.json' }, think(2)])
  one.forget(1)
  one.forget(2)
  expect(made.map(({ isEnded }) => isEnded)).toEqual([true, true])
  expect(made).toHaveLength(2)
  expect(told).toEqual([])
})

test('when the worker fails whoever waits is told, and the next decision begins a new one', () => {
  const one = thinking()
  one.think(think(1))
  made[0]?.onerror?.({ message: 'out of memory' })
  expect(told).toEqual([{ type: 'thought', id: 1, line: '', wrong: 'out of memory' }])
  one.think(think(2))
  expect(made).toHaveLength(2)
})

test('a worker that nobody asks any more is given back', () => {
  vi.useFakeTimers()
  const one = thinking()
  one.think(think(1))
  made[0]?.onmessage?.({ data: { type: 'thought', id: 1, line: 'end' } })
  vi.advanceTimersByTime(30_000)
  one.think(think(2))
  vi.advanceTimersByTime(120_000)
  expect(made[0]?.isEnded).toBe(false)
  made[0]?.onmessage?.({ data: { type: 'thought', id: 2, line: 'end' } })
  vi.advanceTimersByTime(61_000)
  expect(made[0]?.isEnded).toBe(true)
  vi.useRealTimers()
})
