import { expect, test } from 'vitest'
import { type Box, figureLabels, goalLabels, sceneryLabels, uncovered } from '../src/kaos/labels'
import { CM, Looking, type Standing } from '../src/kaos/table.svelte'
import type { KaosView } from '../src/protocol'

/** Numbers from a seed, the same every time. */
function numbers(seed: number): () => number {
  let state = seed * 2654435761 + 1
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0
    return state / 2 ** 32
  }
}

const NAMES = ['Tesserarch Vhol', 'Pyrrane of the Javelin', 'Ozmin', 'Mousserole', 'Shi Ombeline', 'Gonfalon the Voiceless', 'Brandesouche', 'Kao']
const SIDES = [2.5, 2.5, 2.5, 3, 4, 5]

/** A table from a seed: figures that crowd round a few places, scenery and ground to be held among them, turned and zoomed somehow. */
function position(seed: number) {
  const next = numbers(seed)
  const within = (low: number, high: number) => low + next() * (high - low)
  const middles = Array.from({ length: 1 + Math.floor(next() * 3) }, () => [within(15, 60), within(15, 60)] as const)
  const figures = Array.from({ length: 4 + Math.floor(next() * 16) }, (_, i) => {
    const [x, y] = middles[i % middles.length] ?? [37, 37]
    return { id: `f${i}`, name: `${NAMES[Math.floor(next() * NAMES.length)]} ${i}`, owner: i % 2 ? 'p2' : 'p1', profile: `side${Math.floor(next() * SIDES.length)}`, status: 'in-play', wounds: i % 3, life: 10, facing: within(0, 360), x: x + within(-7, 7), y: y + within(-7, 7) } as Standing
  })
  const piece = (i: number) => {
    const [x, y, wide, deep] = [within(10, 55), within(10, 55), within(2, 14), within(2, 14)]
    return { id: `piece${i}`, label: 'wall', noun: 'wall', kind: 'wall', look: 'solid', material: 'masonry', height: 5, flags: [], shape: [[x, y], [x + wide, y], [x + wide, y + deep], [x, y + deep]] }
  }
  const objective = Array.from({ length: Math.floor(next() * 4) }, (_, i) => ({ kind: 'hold', points: 5 + i, rounds: 1, at: [within(15, 60), within(15, 60)], radius_cm: 6, text: '' }))
  const view = { table: { width: 75, depth: 75 }, fighters: SIDES.map((base, i) => ({ id: `side${i}`, base })), scenery: Array.from({ length: 7 }, (_, i) => piece(i)), figure: figures, objective } as unknown as KaosView
  const looking = new Looking()
  looking.lay(view)
  looking.width = within(320, 1000)
  looking.height = within(320, 900)
  looking.turned = Math.floor(next() * 4)
  looking.zoom = within(1, 3)
  return { view, figures, looking }
}

/** The corners of a base as it is drawn. */
function cornersOf({ view, looking }: ReturnType<typeof position>, one: Standing) {
  const half = ((view.fighters.find(({ id }) => id === one.profile)?.base ?? 0) * CM) / 2
  const [at, angle] = [looking.at(one.x, one.y), (looking.angle(one.facing) * Math.PI) / 180]
  return [[-half, -half], [half, -half], [half, half], [-half, half]].map(([x = 0, y = 0]) => ({ x: at.x + x * Math.cos(angle) - y * Math.sin(angle), y: at.y + x * Math.sin(angle) + y * Math.cos(angle) }))
}

const overlap = (one: Box, other: Box) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** Whether two convex shapes share ground: no side of either parts them. */
function meet(one: { x: number; y: number }[], other: { x: number; y: number }[]): boolean {
  return [one, other].every((shape) =>
    shape.every((corner, i) => {
      const next = shape[(i + 1) % shape.length] ?? corner
      const [x, y] = [corner.y - next.y, next.x - corner.x]
      const along = (of: { x: number; y: number }[]) => of.map((at) => at.x * x + at.y * y)
      const [a, b] = [along(one), along(other)]
      return Math.min(...a) < Math.max(...b) && Math.min(...b) < Math.max(...a)
    }),
  )
}
const shapeOf = ({ left, right, top, bottom }: Box) => [{ x: left, y: top }, { x: right, y: top }, { x: right, y: bottom }, { x: left, y: bottom }]

/** All that is written on a table, as the table writes it. */
function written(made: ReturnType<typeof position>) {
  const { view, figures, looking } = made
  const goals = goalLabels(view, looking, (n) => `${n} points`, figures)
  const scenery = sceneryLabels(view, looking, (cm) => `${cm} cm`, figures, goals)
  const names = figureLabels(view, figures, looking, scenery, [], goals)
  return { names, goals, scenery: uncovered(scenery, names) }
}

const SEEDS = Array.from({ length: 400 }, (_, i) => i + 1)

test('nothing that is written covers a base, in hundreds of crowds', () => {
  for (const seed of SEEDS) {
    const made = position(seed)
    const { names, goals, scenery } = written(made)
    const bases = made.figures.map((one) => cornersOf(made, one))
    for (const one of [...names, ...goals, ...scenery]) for (const base of bases) expect(meet(shapeOf(one.box), base), `seed ${seed}: ${one.name}`).toBe(false)
  }
})

test('nothing that is written covers anything else that is, in hundreds of crowds', () => {
  for (const seed of SEEDS) {
    const { names, goals, scenery } = written(position(seed))
    const all = [...names, ...goals, ...scenery]
    all.forEach((one, i) => all.slice(i + 1).forEach((other) => expect(overlap(one.box, other.box), `seed ${seed}: ${one.name} on ${other.name}`).toBe(false)))
  }
})

test('most figures are named in full, and who has no room for that by the beginning of the name or not at all', () => {
  const counts = { figures: 0, full: 0, short: 0 }
  for (const seed of SEEDS) {
    const made = position(seed)
    const { names } = written(made)
    if (made.looking.scale < 0.9) continue
    counts.figures += made.figures.length
    counts.full += names.filter((one) => !one.isShort).length
    counts.short += names.filter((one) => one.isShort).length
  }
  expect(counts.full / counts.figures).toBeGreaterThan(0.6)
  expect(counts.short).toBeGreaterThan(0)
  expect(counts.full + counts.short).toBeLessThan(counts.figures)
})
