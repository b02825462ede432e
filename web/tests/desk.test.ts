import { expect, test } from 'vitest'
import * as kaos from '../src/kaos/desk/edits'
import * as krosmaster from '../src/krosmaster/desk/edits'
import type { Board } from '../src/protocol'

const layout = (): krosmaster.Layout => ({
  game: 'krosmaster',
  board: { arena: 'elemental', kamas: { b1: 2 } },
  turn: { player: 'p1', unit: 'oscar', phase: 'activation', number: 3, began_beside: ['tofu'] },
  players: { p1: { gg: 6, timeline: ['oscar', 'queen'] }, p2: { gg: 6, timeline: ['bill'] } },
  used_powers: [{ unit: 'queen' }],
  unit: [
    { id: 'oscar', card: 'oscar-kass', owner: 'p1', at: 'a1', ap: 2, mp: 0 },
    { id: 'queen', card: 'queen-of-the-tofus', owner: 'p1', at: 'a2' },
    { id: 'tofu', card: 'tofu', owner: 'p1', at: 'b2', summoner: 'queen' },
    { id: 'bill', card: 'bill-tell', owner: 'p2', at: 'c1' },
  ],
})
const board: Board = { name: '', width: 3, height: 2, cells: { a1: { kind: 'free', setup: ['p1'], kamas: 0 }, b1: { kind: 'demon', setup: [], kamas: 2 }, c2: { kind: 'tree', setup: [], kamas: 0 } }, rink: [], cubes: [], breakable: {} }

test('a unit that goes where another stands changes places with it', () => {
  const one = layout()
  krosmaster.move(one, 'oscar', 'c1')
  expect(one.unit.map((unit) => unit.at)).toEqual(['c1', 'a2', 'b2', 'a1'])
})

test('a unit that leaves takes along what it has summoned and all that is said of it', () => {
  const one = layout()
  krosmaster.remove(one, 'queen')
  expect(one.unit.map((unit) => unit.id)).toEqual(['oscar', 'bill'])
  expect(one.players?.p1?.timeline).toEqual(['oscar'])
  expect(one.used_powers).toEqual([])
  expect(one.turn).toMatchObject({ unit: 'oscar', began_beside: [] })
  krosmaster.remove(one, 'oscar')
  expect(one.turn).not.toHaveProperty('unit')
})

test('a second figure of a card has an id of its own, and a token a summoner', () => {
  const one = layout()
  expect(krosmaster.add(one, 'bill', 'p2', 'c2', false)).toBe('bill-2')
  expect(one.players?.p2).toEqual({ gg: 6 })
  expect(krosmaster.add(one, 'tofu', 'p1', 'a2', true)).toBe('tofu-2')
  expect(one.unit.at(-1)).toMatchObject({ summoner: 'oscar', at: 'a2' })
  expect(krosmaster.unitNamed(one, 'queen')?.at).toBe('')
})

test('a full gauge stays full when others come, and one that was set stays as it is', () => {
  const one = layout()
  krosmaster.refill(one, 'oscar', { ap: 2, mp: 3 })
  expect(one.unit[0]).not.toHaveProperty('ap')
  expect(one.unit[0]?.mp).toBe(0)
})

test('whose turn it is changes gauges back to what cards say, and phases in which nobody acts name nobody', () => {
  const one = layout()
  krosmaster.begin(one, 'p2', '')
  expect(one.turn).toEqual({ player: 'p2', phase: 'activation', number: 3, unit: 'bill' })
  expect(one.unit[0]).not.toHaveProperty('ap')
  krosmaster.begin(one, 'p2', 'bill', 'tension')
  expect(one.turn).not.toHaveProperty('unit')
})

test('all but the one who acts are taken away at once', () => {
  const one = layout()
  krosmaster.clear(one)
  expect(one.unit.map((unit) => unit.id)).toEqual(['oscar'])
  const other = table()
  kaos.add(other, 'abe-vhol', 'p2', 1, 2)
  kaos.clear(other)
  expect(other.figure.map((figure) => figure.id)).toEqual(['knight'])
})

test('a document that is no position gives the tools nothing to set up', () => {
  expect(krosmaster.layoutOf({ game: 'krosmaster' })).toBeNull()
  expect(kaos.layoutOf({ hello: 1 })).toBeNull()
  expect(kaos.layoutOf(null)).toBeNull()
})

test('whose turn it is in Kaos names the first figure that has not been played', () => {
  const one = table()
  one.figure[0] = { ...one.figure[0]!, activated: true }
  kaos.add(one, 'abe-vhol', 'p1', 1, 2)
  kaos.begin(one, 'p1', '')
  expect(one.turn?.figure).toBe('abe-vhol')
})

test('painted scenery makes a drawing of the arena, and nothing lies under it', () => {
  const one = layout()
  krosmaster.paint(one, board, 'b1', 'crate')
  expect(one.board).toEqual({ map: '. . T\ns C .', kamas: { b1: 0 } })
  krosmaster.paint(one, board, 'a1', 'free')
  expect(one.board.map).toBe('. . T\ns D .')
})

test('ice that Kamas and Demons hide stays when something is painted beside it', () => {
  const one = layout()
  krosmaster.paint(one, { ...board, rink: ['b1', 'c2'] }, 'a2', 'bush')
  expect(one.board).toMatchObject({ rink: ['b1', 'c2'] })
})

test('what is said of turn, piles and rulebook is written, and what is nothing is left out', () => {
  const one = layout()
  krosmaster.setTurn(one, 'cast', ['con'])
  krosmaster.setTurn(one, 'collected', 0)
  expect(one.turn).toMatchObject({ cast: ['con'] })
  expect(one.turn).not.toHaveProperty('collected')
  krosmaster.setTurn(one, 'cast', [])
  expect(one.turn).not.toHaveProperty('cast')
  const piles = [{ rank: 'granite', pile: 1, closed: 10, up: 'aero-boost' }, { rank: 'granite', pile: 2, closed: 10 }]
  krosmaster.setPile(one, piles, piles[1]!, { closed: 9, up: 'iop' })
  krosmaster.setPile(one, one.pile ?? [], piles[0]!, { up: '' })
  expect(one.pile).toEqual([{ rank: 'granite', pile: 1, closed: 10 }, { rank: 'granite', pile: 2, closed: 9, up: 'iop' }])
  krosmaster.set(one, 'oscar', 'powers', ['armour'])
  krosmaster.set(one, 'oscar', 'powers', [])
  expect(one.unit[0]).not.toHaveProperty('powers')
  krosmaster.setPowersUsed(one, 'queen', [])
  expect(one).not.toHaveProperty('used_powers')
  krosmaster.setRelease(one, '2.2')
  expect(one).not.toHaveProperty('pile')
})

const table = (): kaos.Layout => ({
  game: 'kaos',
  figure: [{ id: 'knight', profile: 'abe-vhol', owner: 'p1', x: 10, y: 10, z: 2, facing: 350, activated: true }],
  scenery: [{ id: 'wall', kind: 'wall', shape: [[0, 0], [4, 0], [4, 2], [0, 2]] }],
  placed: [{ piece: 'cart', x: 5, y: 5, angle: 90 }],
  carried: [{ figure: 'knight', object: 'toll-seal' }],
  turn: { phase: 'activations', player: 'p1', figure: 'knight' },
})

test('figures and scenery are moved and turned, in centimetres and degrees', () => {
  const one = table()
  kaos.move(one, 'knight', 12.3456, 8)
  expect(one.figure[0]).toMatchObject({ x: 12.35, y: 8 })
  expect(one.figure[0]).not.toHaveProperty('z')
  kaos.turn(one, 'knight', 15)
  expect(one.figure[0]?.facing).toBe(5)
  kaos.move(one, 'wall', 12, 11)
  expect(one.scenery?.[0]?.shape).toEqual([[10, 10], [14, 10], [14, 12], [10, 12]])
  kaos.turn(one, 'wall', 90)
  expect(one.scenery?.[0]?.shape).toEqual([[13, 9], [13, 13], [11, 13], [11, 9]])
  kaos.turn(one, 'cart', -180)
  expect(one.placed?.[0]).toMatchObject({ angle: 270 })
})

test('a figure that leaves the table carries nothing and plays no more', () => {
  const one = table()
  kaos.remove(one, 'knight')
  expect(one.figure).toEqual([])
  expect(one.carried).toEqual([])
  expect(one.turn).toEqual({ phase: 'activations', player: 'p1' })
  expect(kaos.add(one, 'abe-vhol', 'p2', 1, 2)).toBe('abe-vhol')
  kaos.begin(one, 'p2', 'abe-vhol')
  expect(one.turn).toEqual({ phase: 'activations', player: 'p2', figure: 'abe-vhol' })
})
