import { expect, test } from 'vitest'
import { Looking } from '../src/kaos/table.svelte'
import type { KaosView } from '../src/protocol'

const FIGURE = { x: 36, y: 14 }
const ENEMY = { x: 35, y: 61 }
const BASE = 2.5

function lookingAt(width: number, height: number): Looking {
  const looking = new Looking()
  looking.lay({ table: { width: 75, depth: 75 } } as KaosView)
  looking.width = width
  looking.height = height
  return looking
}
const isInSight = (looking: Looking, one: { x: number; y: number }) => {
  const at = looking.shownAt(one.x, one.y)
  return Math.abs(at.x) <= looking.width / 2 && Math.abs(at.y) <= looking.height / 2
}

test('a figure taken up by hand leaves the table as it is shown where all is in sight', () => {
  const looking = lookingAt(700, 760)
  const { box } = looking
  looking.takeUp(BASE, [FIGURE, ENEMY])
  expect(looking.box).toBe(box)
})

test('enemies that are out of sight come into it when a figure is taken up, and go once it is put back', () => {
  const looking = lookingAt(374, 348)
  looking.near([FIGURE])
  const { box } = looking
  expect(isInSight(looking, ENEMY)).toBe(false)
  looking.takeUp(BASE, [FIGURE, ENEMY])
  expect([FIGURE, ENEMY].map((one) => isInSight(looking, one))).toEqual([true, true])
  looking.putBack()
  expect(looking.box).toBe(box)
})

test('a view that somebody has chosen is kept by a hand, as long as the base is large enough for it', () => {
  const looking = lookingAt(374, 348)
  looking.near([FIGURE])
  looking.drag(10, 0)
  const { box } = looking
  looking.takeUp(BASE, [FIGURE, ENEMY])
  expect(looking.box).toBe(box)
  looking.all()
  looking.takeUp(BASE, [FIGURE, { x: 40, y: 20 }])
  expect(looking.scale * BASE * 10).toBeGreaterThan(18)
  expect(isInSight(looking, FIGURE)).toBe(true)
})

test('who moves the table while a hand is on is not taken back', () => {
  const looking = lookingAt(374, 348)
  looking.near([FIGURE])
  looking.takeUp(BASE, [FIGURE, ENEMY])
  looking.drag(10, 0)
  const { box } = looking
  looking.putBack()
  expect(looking.box).toBe(box)
})

const pixels = (looking: Looking) => BASE * 10 * looking.scale
const LINES = [20, 30, 40, 50].flatMap((x) => [{ x, y: 20 }, { x, y: 54 }])

test('on a desktop bases are 34 pixels wide or more, and both hordes are in sight', () => {
  const looking = lookingAt(800, 785)
  looking.settle(LINES, [FIGURE])
  expect(pixels(looking)).toBeGreaterThanOrEqual(34)
  expect(LINES.every((one) => isInSight(looking, one))).toBe(true)
  expect(isInSight(looking, FIGURE)).toBe(true)
})

test('what is shown stays where it is as long as what is asked about is in sight', () => {
  const looking = lookingAt(800, 785)
  looking.settle(LINES, [FIGURE])
  const { box } = looking
  looking.settle([...LINES, { x: 5, y: 5 }], [{ x: 40, y: 40 }])
  expect(looking.box).toBe(box)
  looking.settle(LINES, [{ x: 4, y: 70 }])
  expect(looking.box).not.toBe(box)
  expect(isInSight(looking, { x: 4, y: 70 })).toBe(true)
})

test('who looks elsewhere is left there', () => {
  const looking = lookingAt(800, 785)
  looking.settle(LINES, [FIGURE])
  looking.all()
  const { box } = looking
  looking.settle(LINES, [FIGURE])
  expect(looking.box).toBe(box)
  looking.nearer(2)
  looking.push(1, 0)
  const pushed = looking.box
  expect(pushed).not.toBe(box)
  looking.settle(LINES, [FIGURE])
  expect(looking.box).toBe(pushed)
})
