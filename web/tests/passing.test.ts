import { beforeEach, expect, test } from 'vitest'
import { Windows } from '../src/kaos/passing.svelte'
import type { KaosDecision, KaosEvent, KaosView } from '../src/protocol'

const IDLE = 'No die that can still be rolled changes what comes of this roll.'
const view = { turn: { player: 'p1' } } as KaosView

function destiny(idle?: string): KaosDecision {
  const options = [
    { do: 'destiny', verb: 'destiny', label: 'Spend a point' },
    { do: 'pass', verb: 'pass', label: 'Leave the roll as it is' },
  ]
  return { kind: 'destiny', seat: 'p1', prompt: 'Is the roll improved?', options, ...(idle ? { idle } : {}) } as unknown as KaosDecision
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('a point that can change nothing is let be, with its reason; one that can is asked for', () => {
  const windows = new Windows('m')
  expect(windows.answer(destiny(), view, ['p1'])).toBe(null)
  expect(windows.answer(destiny(IDLE), view, ['p1'])).toBe('pass')
  windows.note(destiny(IDLE), 7)
  expect(windows.notes).toEqual([{ n: 7, asked: 'Is the roll improved?', could: ['Spend a point'], why: IDLE }])
})

test('who wants to be asked all the same is, in later matches too', () => {
  const windows = new Windows('m')
  windows.note(destiny(IDLE), 7)
  expect(windows.isOn).toBe(true)
  windows.askAll()
  expect(windows.isOn).toBe(false)
  expect(windows.answer(destiny(IDLE), view, ['p1'])).toBe(null)
  expect(new Windows('n').answer(destiny(IDLE), view, ['p1'])).toBe(null)
  windows.setIdle(false)
  expect(new Windows('n').answer(destiny(IDLE), view, ['p1'])).toBe('pass')
})

test('asking for points again that nobody wanted leaves those alone that change nothing', () => {
  const windows = new Windows('m')
  windows.set('destiny', 'all')
  windows.note(destiny(), 3)
  expect(windows.isOn).toBe(true)
  windows.askAll()
  expect(windows.isOn).toBe(false)
  expect(windows.answer(destiny(), view, ['p1'])).toBe(null)
  expect(windows.answer(destiny(IDLE), view, ['p1'])).toBe('pass')
})

test('the note of what was let be goes once somebody else plays, and stays in the log', () => {
  const windows = new Windows('m')
  windows.note(destiny(IDLE), 7)
  const told = (n: number, kind: string) => ({ n, kind, clause: '', sentence: '' }) as KaosEvent
  windows.goOn([told(3, 'activated'), told(7, 'rolled'), told(8, 'successes')])
  expect(windows.notes).toHaveLength(1)
  windows.goOn([told(7, 'rolled'), told(9, 'activated')])
  expect(windows.notes).toEqual([])
  expect(windows.log).toHaveLength(1)
  windows.note(destiny(IDLE), 12)
  windows.takeBack(10)
  expect([windows.notes.length, windows.log.length]).toEqual([0, 1])
})
