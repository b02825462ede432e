import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Hand } from '../src/kaos/hand.svelte'
import type { ClientMessage, KaosDecision, KaosDrafted, KaosView, TriedPath } from '../src/protocol'
import { Trying } from '../src/kaos/trying'

type Asked = Extract<ClientMessage, { type: 'preview' }>

const view = { figure: [{ id: 'ann', profile: 'plain', owner: 'p1', status: 'in-play', x: 20, y: 20, z: 0, facing: 0 }], fighters: [{ id: 'plain', base: 2.5 }] } as unknown as KaosView
const decision = { kind: 'plan', listed: false, figure: 'ann', options: [{ do: 'plan stay', verb: 'plan' }] } as unknown as KaosDecision

let sent: Asked[] = []
let trying: Trying

/** The server's answer: a path as it was asked for. */
function answer(asked: Asked, more: Partial<TriedPath> = {}) {
  const { legs } = asked.draft as { legs: TriedPath['legs'] }
  const last = legs.findLast(({ leg }) => leg !== 'face') ?? { x: 20, y: 20 }
  const facing = legs.findLast(({ leg }) => leg === 'face')?.facing ?? 0
  const found = { kind: 'path', pace: 'walk', legs, stretches: [], cost: 0, length: 0, simple: 10, most: 20, line: 'plan', legal: true, end: { x: last.x, y: last.y, z: 0, facing }, ...more }
  trying.hear({ type: 'preview', game: 'kaos', number: asked.number, version: 1, found } as KaosDrafted)
}

const legs = (asked: Asked | undefined) => (asked?.draft as { legs?: unknown } | undefined)?.legs
const paths = () => sent.filter(({ draft }) => draft.kind === 'path')

/** Everything that is asked is answered, as often as a hand may ask. */
function settle() {
  for (let n = 0; n < 12; n++) {
    const asked = sent.find(({ number }) => number > trying.answered)
    if (asked?.draft.kind === 'reach') trying.hear({ type: 'preview', game: 'kaos', number: asked.number, version: 1, found: null } as KaosDrafted)
    else if (asked) answer(asked)
    vi.advanceTimersByTime(60)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  trying = new Trying(
    (message) => Boolean(sent.push(message as Asked)),
    () => 1,
  )
})
afterEach(() => vi.useRealTimers())

const begun = () => {
  const hand = new Hand(trying)
  hand.asked(view, decision)
  hand.begin()
  settle()
  return hand
}

test('a hand asks twenty times a second, and what it asks last', () => {
  const told: number[] = []
  for (let x = 0; x < 40; x++) {
    trying.ask({ kind: 'path', legs: [{ leg: 'go', x, y: 0 }] }, () => told.push(x))
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(60)
  expect(sent.length).toBeLessThan(11)
  expect(legs(sent.at(-1))).toEqual([{ leg: 'go', x: 39, y: 0 }])
  const last = sent.at(-1)
  if (last) answer(last)
  expect(told).toEqual([39])
})

test('an ask of another kind waits until what is under way is answered', () => {
  trying.ask({ kind: 'reach', figure: 'ann' }, () => {})
  trying.ask({ kind: 'bands', figure: 'ann' }, () => {})
  vi.advanceTimersByTime(200)
  expect(sent.map(({ draft }) => draft.kind)).toEqual(['reach'])
  trying.fail()
  vi.advanceTimersByTime(60)
  expect(sent.map(({ draft }) => draft.kind)).toEqual(['reach', 'bands'])
})

test('what is let go is a way point, though the server has not yet answered', () => {
  const hand = begun()
  hand.point({ x: 24, y: 20 })
  hand.point({ x: 24, y: 26 })
  settle()
  expect(legs(paths().at(-1))).toEqual([
    { leg: 'go', x: 24, y: 20 },
    { leg: 'go', x: 24, y: 26 },
  ])
})

test('way points are taken back one by one', () => {
  const hand = begun()
  hand.point({ x: 24, y: 20 })
  settle()
  hand.turn(15)
  hand.turn(15)
  settle()
  expect(hand.legs).toEqual([
    { leg: 'go', x: 24, y: 20 },
    { leg: 'face', facing: 30 },
  ])
  hand.undo()
  settle()
  expect(hand.legs).toEqual([{ leg: 'go', x: 24, y: 20 }])
  hand.undo()
  settle()
  expect([hand.legs, hand.canUndo]).toEqual([[], false])
})

test('keys move one way point until it is marked', () => {
  const hand = begun()
  hand.nudge(1, 0, false)
  hand.nudge(1, 0, false)
  settle()
  expect(hand.legs).toEqual([{ leg: 'go', x: 22, y: 20 }])
  hand.mark()
  hand.nudge(0, 1, false)
  settle()
  expect(hand.legs).toEqual([
    { leg: 'go', x: 22, y: 20 },
    { leg: 'go', x: 22, y: 21 },
  ])
})

test('keys go on from where they led, not from what drew the ghost there', () => {
  const hand = begun()
  hand.nudge(1, 0, false)
  const asked = paths().at(-1)
  if (asked) answer(asked, { end: { x: 21.5, y: 20, z: 0, facing: 0 }, legs: [{ leg: 'go', x: 21.5, y: 20 }] })
  expect(hand.ghost?.x).toBe(21.5)
  hand.nudge(1, 0, false)
  settle()
  expect(hand.legs).toEqual([{ leg: 'go', x: 22, y: 20 }])
})

test('keys go on from where a path was cut', () => {
  const hand = begun()
  hand.nudge(5, 0, false)
  const asked = paths().at(-1)
  if (asked) answer(asked, { end: { x: 23, y: 20, z: 0, facing: 0 }, legs: [{ leg: 'go', x: 23, y: 20 }] })
  hand.nudge(-1, 0, false)
  settle()
  expect(hand.legs).toEqual([{ leg: 'go', x: 22, y: 20 }])
})

test('after an action a figure walks on from where it is done, and back to before it', () => {
  const hand = begun()
  hand.point({ x: 30, y: 20 })
  settle()
  hand.goOn({ do: 'plan walk 30,20 strike bob sword', label: 'Strike Bob' })
  settle()
  expect(paths().at(-1)?.draft).toMatchObject({ after: 'plan walk 30,20 strike bob sword', legs: [] })
  hand.point({ x: 30, y: 26 })
  settle()
  expect(paths().at(-1)?.draft).toMatchObject({ after: 'plan walk 30,20 strike bob sword', legs: [{ leg: 'go', x: 30, y: 26 }] })
  hand.undo()
  hand.undo()
  settle()
  expect(hand.after).toBeNull()
  expect(legs(paths().at(-1))).toEqual([{ leg: 'go', x: 30, y: 20 }])
})

test('a line that is typed is followed as the server reads it, and left when it is of something else', () => {
  const hand = new Hand(trying)
  hand.asked(view, decision)
  const read = (more: object) => {
    vi.advanceTimersByTime(60)
    const asked = sent.findLast(({ draft }) => draft.kind === 'typed')
    trying.hear({ type: 'preview', game: 'kaos', number: asked?.number, version: 1, found: { kind: 'typed', ...more } } as KaosDrafted)
    settle()
  }
  hand.follow('plan run 30,24 strike bob sword then 30,20')
  vi.advanceTimersByTime(60)
  expect(sent.at(-1)?.draft).toEqual({ kind: 'typed', line: 'plan run 30,24 strike bob sword then 30,20' })
  read({ is_path: true, pace: 'run', legs: [{ leg: 'go', x: 30, y: 20 }], after: 'plan run 30,24 strike bob sword' })
  expect(paths().at(-1)?.draft).toMatchObject({ legs: [{ leg: 'go', x: 30, y: 20 }], pace: 'run', after: 'plan run 30,24 strike bob sword' })
  expect([hand.isOn, hand.isTyped]).toEqual([true, true])
  hand.follow('react')
  read({ is_path: false })
  expect(hand.isOn).toBe(false)
})
