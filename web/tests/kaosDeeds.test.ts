import { expect, test } from 'vitest'
import { beginOf, deedsOf } from '../src/kaos/deeds'
import { figureLabels, isOn, sceneryLabels } from '../src/kaos/labels'
import { deedMarks } from '../src/kaos/marks'
import { Looking, sideOf, standing } from '../src/kaos/table.svelte'
import type { KaosEvent, KaosView } from '../src/protocol'

const figure = (id: string, owner: string, x: number, y: number, status = 'in-play') => ({ id, name: id, owner, profile: 'hero', status, x, y, facing: 0, life: 10, wounds: 0 })
const view = {
  table: { width: 60, depth: 60 },
  scenery: [],
  objective: [],
  fighters: [{ id: 'hero', base: 2.5 }],
  turn: {},
  figure: [figure('ann', 'p1', 20, 20), figure('bob', 'p2', 24, 20), figure('cid', 'p2', 40, 40)],
} as unknown as KaosView
const owners = new Map(view.figure.map((one) => [one.id, one.owner]))
const of = (events: KaosEvent[]) => deedsOf(events, beginOf(events, ['p1'], (id) => owners.get(id)), view)
const told = (...rows: [string, Partial<KaosEvent>?][]) => rows.map(([kind, more], n) => ({ n, kind, clause: '', sentence: `${kind} ${n}.`, ...more }) as KaosEvent)
const place = (x: number, y: number) => ({ x, y, z: 0 })

const turn = () =>
  told(
    ['deployed', { figure: 'bob', x: '36', y: '20' }],
    ['activated', { figure: 'ann' }],
    ['declared', { figure: 'ann' }],
    ['moved', { figure: 'ann', x: '20', y: '20' }],
    ['initiative', { seat: 'p2' }],
    ['activated', { figure: 'bob' }],
    ['declared', { figure: 'bob', target: 'ann' }],
    ['moved', { figure: 'bob', x: '24', y: '20', cost: '13', way: [place(36, 20), place(30, 23), place(24, 20)] }],
    ['rolled', { figure: 'bob', dice: [6] }],
    ['hit', { figure: 'bob', target: 'ann' }],
    ['wounded', { figure: 'ann', wounds: 2, total: 2 }],
    ['initiative', { seat: 'p1' }],
  )

test('the way that was walked and the blow are deeds, with what came of them', () => {
  const deeds = of(turn())
  expect(deeds.map(({ kind, way }) => [kind, way.map(({ x, y }) => `${x},${y}`).join(' ')])).toEqual([['walk', '36,20 30,23 24,20'], ['strike', '24,20 20,20']])
  expect(deeds[0]?.cm).toBe(13)
  expect(deeds[1]?.outcome).toEqual(['wounded 10.'])
})

test('nothing of it is told once one has declared something', () => {
  const events = turn()
  const next = (kind: string): KaosEvent => ({ n: events.length, kind, clause: '', sentence: '', figure: 'ann' }) as KaosEvent
  expect(of([...events, next('activated')])).toHaveLength(2)
  expect(of([...events, next('activated'), next('declared')])).toEqual([])
})

test('a blow that was dodged is one deed, and who falls out has one where it stood', () => {
  const events = [...turn(), ...told(['activated', { figure: 'cid' }], ['dodged', { figure: 'ann', attacker: 'cid' }], ['missed', { figure: 'cid', target: 'ann' }], ['out-of-action', { figure: 'ann' }], ['points', { seat: 'p2', points: 10, total: 10 }]).map((one) => ({ ...one, n: one.n + 12 }))]
  const deeds = of(events).slice(2)
  expect(deeds.map(({ kind, outcome }) => [kind, outcome.length])).toEqual([['strike', 1], ['out', 1]])
  expect(deeds[1]?.at).toEqual({ x: 20, y: 20 })
})

test('a figure that was struck on its way goes on from where it stood', () => {
  const events = told(['activated', { figure: 'bob' }], ['moved', { figure: 'bob', x: '30', y: '20', way: [place(36, 20), place(30, 20)] }], ['slammed', { figure: 'bob', by: 'ann', x: '31', y: '21' }], ['moved', { figure: 'bob', x: '24', y: '20', way: [place(31, 21), place(24, 20)] }])
  expect(of(events).map(({ kind, way }) => [kind, way.length])).toEqual([['walk', 2], ['push', 2], ['walk', 2]])
})

test.each([[1, 360], [2.5, 360], [1, 760], [3, 900]])('no number stands on a base, a name or another number, %f times as near in %i pixels', (zoom, width) => {
  const looking = new Looking()
  looking.lay(view)
  Object.assign(looking, { width, height: width, zoom })
  const [ann, bob] = standing(view)
  const events = told(['activated', { figure: 'bob' }], ...Array.from({ length: 7 }, (_, i): [string, Partial<KaosEvent>] => ['moved', { figure: 'bob', x: '24', y: '20', way: [place(18 + i, 26), place(24, 20)] }]), ['hit', { figure: 'bob', target: 'ann' }], ['missed', { figure: 'cid', target: 'ann' }])
  const here = standing(view)
  const tags = figureLabels(view, here, looking, sceneryLabels(view, looking, String, here))
  const marks = deedMarks(view, looking, of(events), here, tags.map((one) => one.box))
  expect(marks.length).toBeGreaterThan(5)
  const over = (one: { left: number; right: number; top: number; bottom: number }, other: typeof one) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
  for (const [i, { box }] of marks.entries()) {
    for (const other of [...tags, ...marks.slice(0, i)]) expect(over(box, other.box)).toBe(false)
    for (const one of [ann, bob]) if (one) expect(isOn(one, sideOf(view, one), looking.from({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }))).toBe(false)
  }
})
