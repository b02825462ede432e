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
  looking.follow([FIGURE])
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
  looking.follow([FIGURE])
  looking.takeUp(BASE, [FIGURE, ENEMY])
  looking.drag(10, 0)
  const { box } = looking
  looking.putBack()
  expect(looking.box).toBe(box)
})
