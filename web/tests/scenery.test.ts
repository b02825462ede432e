import { expect, test } from 'vitest'
import * as kaos from '../src/kaos/desk/edits'
import { addPiece, angleOf, boxOf, copyPiece, pieceAt, resizePiece, setKind } from '../src/kaos/desk/scenery'

const table = (): kaos.Layout => ({ game: 'kaos', figure: [{ id: 'knight', profile: 'abe-vhol', owner: 'p1', x: 10, y: 10 }], scenery: [] })

test('scenery is added by its kind, with an id of its own, and found where it lies', () => {
  const one = table()
  expect(addPiece(one, 'wall', 20, 20)).toBe('wall')
  expect(addPiece(one, 'wall', 40, 20)).toBe('wall-2')
  expect(one.scenery?.[0]).toMatchObject({ kind: 'wall', shape: [[13, 19], [27, 19], [27, 21], [13, 21]], height: 8 })
  expect([pieceAt(one, 20, 20.5), pieceAt(one, 40, 20), pieceAt(one, 5, 5)]).toEqual(['wall', 'wall-2', ''])
})

test('a box is turned to any angle and back, and stretched along its own sides', () => {
  const one = table()
  addPiece(one, 'house', 30, 30)
  const piece = one.scenery![0]!
  kaos.turn(one, 'house', 37)
  expect(angleOf(piece.shape)).toBe(37)
  expect(boxOf(piece.shape)).toMatchObject({ width: 14, depth: 12, angle: 37 })
  resizePiece(piece, boxOf(piece.shape)!, 20, 6)
  expect(boxOf(piece.shape)).toMatchObject({ width: 20, depth: 6, angle: 37 })
  kaos.turn(one, 'house', -37)
  expect(piece.shape.map(([x, y]) => [Math.round(x * 10) / 10, Math.round(y * 10) / 10])).toEqual([[20, 27], [40, 27], [40, 33], [20, 33]])
})

test('the ends of a ramp go with it, and it has them by its kind', () => {
  const one = table()
  addPiece(one, 'ramp', 20, 20)
  kaos.move(one, 'ramp', 30, 25)
  expect(one.scenery?.[0]).toMatchObject({ low: [24, 25], high: [36, 25] })
  setKind(one.scenery![0]!, 'rock')
  expect(one.scenery?.[0]).not.toHaveProperty('low')
  expect(copyPiece(one, 'ramp')).toBe('ramp-2')
  expect(kaos.placeOf(one, 'ramp-2')).toEqual({ x: 35, y: 20 })
})

test('movable scenery that is not on the table yet comes there', () => {
  const one = { ...table(), selection: [{ id: 'cart', kind: 'crate', shape: [[0, 0], [4, 0], [4, 4]] as [number, number][] }] }
  addPiece(one, 'cart', 12, 13)
  expect((one as kaos.Layout).placed).toEqual([{ piece: 'cart', x: 12, y: 13, angle: 0 }])
})

test('what a figure carries comes out of the pile and goes back there with it', () => {
  const one: kaos.Layout = { ...table(), objects: { pile: { seal: 1, bell: 1 } } }
  kaos.carry(one, 'knight', ['seal'])
  expect([one.carried, one.objects?.pile]).toEqual([[{ figure: 'knight', object: 'seal' }], { seal: 0, bell: 1 }])
  kaos.remove(one, 'knight')
  expect([one.carried, one.objects?.pile]).toEqual([[], { seal: 1, bell: 1 }])
  expect(kaos.counted(kaos.listed({ a: 2, b: 1 }))).toEqual({ a: 2, b: 1 })
})

test('whether a horde is aligned is told anew when somebody comes or goes', () => {
  const one: kaos.Layout = { ...table(), players: { p1: { aligned: true, destiny: 2 } } }
  kaos.add(one, 'mel-ysaure', 'p1', 20, 20)
  expect(one.players?.p1).toEqual({ destiny: 2 })
})

test('a figure that leaves play plays no more, and one that comes back stands somewhere', () => {
  const one = table()
  one.turn = { phase: 'activations', player: 'p1', figure: 'knight' }
  kaos.setStatus(one, 'knight', 'out-of-action')
  expect(one.figure[0]?.status).toBe('out-of-action')
  kaos.setStatus(one, 'knight', 'in-play')
  expect(one.figure[0]).not.toHaveProperty('status')
  kaos.setGround(one, 'scenario', 'last-light')
  expect(one).toMatchObject({ scenario: 'last-light', mode: 'scenario' })
  expect(one).not.toHaveProperty('scenery')
})
