import { expect, test } from 'vitest'
import { figureLabels, isOn, sceneryLabels, shortNames, uncovered } from '../src/kaos/labels'
import { Looking, type Standing } from '../src/kaos/table.svelte'
import type { KaosView } from '../src/protocol'

const cm = (height: number) => `${height} cm`

function table(...figures: Partial<Standing>[]): { view: KaosView; here: Standing[]; looking: Looking } {
  const here = figures.map((one, i) => ({ id: `f${i}`, name: `Name${i}`, owner: 'p1', profile: 'one', status: 'in-play', wounds: 0, facing: 0, x: 30, y: 30, ...one }) as Standing)
  const view = { table: { width: 60, depth: 60 }, fighters: [{ id: 'one', base: 2.5 }], scenery: [], figure: here } as unknown as KaosView
  const looking = new Looking()
  looking.lay(view)
  looking.width = 900
  looking.height = 900
  return { view, here, looking }
}
const sides = ({ view, here, looking }: ReturnType<typeof table>) => Object.fromEntries(figureLabels(view, here, looking, []).map((one) => [one.id, one.side]))

test('a base is pressed on the square it is drawn as, turned as it stands', () => {
  const base = { x: 30, y: 30, facing: 45 }
  expect(isOn(base, 2, { x: 31.3, y: 30 })).toBe(true)
  expect(isOn({ ...base, facing: 0 }, 2, { x: 31.3, y: 30 })).toBe(false)
  expect(isOn({ ...base, facing: 0 }, 2, { x: 30.95, y: 30.95 })).toBe(true)
  expect(isOn(base, 2, { x: 30.95, y: 30.95 })).toBe(false)
})

test('a name stands below its figure, and above it where the arrow of the base points down', () => {
  expect(sides(table({ facing: 0 }))).toEqual({ f0: 'below' })
  expect(sides(table({ facing: 270 }))).toEqual({ f0: 'above' })
})

test('the corner of a base that is turned is not written over', () => {
  const above = { facing: 180, x: 30, y: 30 }
  const [straight, turned] = [0, 45].map((facing) => sides(table(above, { facing, x: 30, y: 25.45, owner: 'p2' })))
  expect(straight?.['f0']).toBe('below')
  expect(turned?.['f0']).toBe('above')
})

test('who has not moved keeps its name where it stood, and who comes takes another side', () => {
  const before = table({ id: 'still' }, { id: 'comes', x: 50 })
  const stood = figureLabels(before.view, before.here, before.looking, [])
  const after = table({ id: 'comes', x: 30, y: 33.6 }, { id: 'still' })
  const now = figureLabels(after.view, after.here, after.looking, [], stood)
  expect(Object.fromEntries(now.map((one) => [one.id, one.side]))).toEqual({ still: 'below', comes: 'above' })
})

test('a name without any room is not written, and none covers another', () => {
  const crowd = Array.from({ length: 25 }, (_, n) => ({ x: 25 + (n % 5) * 2.6, y: 25 + Math.floor(n / 5) * 2.6 }))
  const { view, here, looking } = table(...crowd)
  const found = figureLabels(view, here, looking, [])
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThan(25)
  for (const one of found) for (const other of found) if (one !== other) expect(one.box.left < other.box.right && other.box.left < one.box.right && one.box.top < other.box.bottom && other.box.top < one.box.bottom).toBe(false)
})

test('scenery keeps its name where a figure can be named elsewhere, and gives way where it cannot', () => {
  const { view, here, looking } = table({ x: 30, y: 30 })
  const shape = (y: number) => [[27, y], [33, y], [33, y + 1], [27, y + 1]]
  view.scenery = [{ id: 'wall', noun: 'Wall', kind: 'wall', height: 3, shape: shape(27.3), flags: [] }] as unknown as KaosView['scenery']
  const names = sceneryLabels(view, looking, cm)
  expect(names.map((one) => one.name)).toEqual(['Wall 3 cm'])
  const labels = figureLabels(view, here, looking, names)
  expect(labels.map((one) => one.side)).toEqual(['above'])
  expect(uncovered(names, labels)).toEqual(names)
  const all = [27.3, 31.7, 29.5].map((y, i) => ({ id: `wall${i}`, noun: 'A very long wall of stone that goes far to both sides of it', kind: 'wall', height: 3, shape: [[5, y], [55, y], [55, y + 1], [5, y + 1]], flags: [] }))
  view.scenery = all as unknown as KaosView['scenery']
  const more = sceneryLabels(view, looking, cm)
  const forced = figureLabels(view, here, looking, more)
  expect(forced.map((one) => one.side)).toEqual(['below'])
  expect(uncovered(more, forced).map((one) => one.id)).toEqual(['wall1', 'wall2'])
})

test('the name of a narrow wall stands upright in it, and is its height alone where there is room for no more', () => {
  const { view, looking } = table({ x: 30, y: 30 })
  const wall = (wide: number, high: number) => {
    view.scenery = [{ id: 'wall', noun: 'Wall', kind: 'wall', height: 3, shape: [[10, 10], [10 + wide, 10], [10 + wide, 10 + high], [10, 10 + high]], flags: [] }] as unknown as KaosView['scenery']
    return sceneryLabels(view, looking, cm).map((one) => [one.name, one.isUpright])
  }
  expect(wall(20, 3)).toEqual([['Wall 3 cm', false]])
  expect(wall(2.5, 20)).toEqual([['Wall 3 cm', true]])
  expect(wall(2.5, 3)).toEqual([['3 cm', false]])
  expect(wall(1, 1)).toEqual([])
})

test('a figure is called by the word that tells it from the others, and by its number', () => {
  const { view } = table({ name: 'Shi Ombeline' }, { name: 'Shi Kao' }, { name: 'Ysaure Two-Gleams' }, { name: 'Ysaure Two-Gleams 2' }, { name: 'Shi' })
  expect(Object.values(shortNames(view))).toEqual(['Ombeline', 'Kao', 'Ysaure', 'Ysaure 2', 'Shi'])
})
