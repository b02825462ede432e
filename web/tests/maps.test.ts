import { expect, test } from 'vitest'
import { addGoal, addPiece, boxOfZone, copyHalf, copyOf, copyPiece, dragCorner, dragZone, emptyMap, fieldOf, freeId, freePlace, goalsOf, type MapDoc, materialOf, moveTo, piecesOf, put, remove, rename, resize, scenarioOf, setKind, setScenario, setZone, viewOf, zonesOf } from '../src/kaos/battlefield/maps'
import { angleOf, boxOf, middle, turnPiece } from '../src/kaos/desk/scenery'

const map = (): MapDoc => emptyMap('Mine', 'A place.', 'en')
const named = (kind: string) => ({ en: kind })

/** A battlefield with a scenario and a piece of a kind with its middle at a place. */
function fought(kind = 'house', x = 20, y = 20): MapDoc {
  const made = map()
  setScenario(made, true)
  addPiece(made, kind, x, y, named(kind))
  return made
}

test('a piece of a kind comes with its size, its flags and its height, on whole centimetres', () => {
  const made = map()
  addPiece(made, 'ramp', 20.4, 30.6, named('ramp'))
  const [ramp] = piecesOf(made)
  expect(boxOf(ramp!.shape)).toMatchObject({ width: 12, depth: 6 })
  expect(ramp).toMatchObject({ kind: 'ramp', height_cm: 5, flags: ['blocks-sight', 'standable'], low: [14, 31], high: [26, 31] })
  expect(ramp!.shape.flat().every(Number.isInteger)).toBe(true)
})

test('what is moved lies with its first corner on a whole centimetre, if it snaps', () => {
  const [piece] = piecesOf(fought())
  moveTo(piece!, 30.37, 40.71, true)
  expect(piece!.shape[0]).toEqual([23, 35])
  moveTo(piece!, 30.371, 40.71, false)
  expect(middle(piece!.shape).x).toBeCloseTo(30.37)
})

test('a corner of a box takes both its sides along, the one across stays', () => {
  const [piece] = piecesOf(fought())
  dragCorner(piece!, 2, [31.2, 33.8], true)
  expect(boxOf(piece!.shape)).toMatchObject({ width: 18, depth: 20 })
  expect(piece!.shape[0]).toEqual([13, 14])
})

test('a box that is turned is stretched along its own sides and is never turned inside out', () => {
  const [piece] = piecesOf(fought())
  turnPiece(piece!, 30)
  const corner = piece!.shape[0]!
  dragCorner(piece!, 2, [corner[0] - 20, corner[1] - 20], true)
  expect(boxOf(piece!.shape)).toMatchObject({ width: 1, depth: 1 })
  expect(angleOf(piece!.shape)).toBeCloseTo(30)
})

test('a corner of any other shape goes alone', () => {
  const made = fought()
  const piece = piecesOf(made)[0]!
  piece.shape = [[10, 10], [20, 10], [15, 20]]
  dragCorner(piece, 2, [18.4, 24.6], true)
  expect(piece.shape).toEqual([[10, 10], [20, 10], [18, 25]])
})

test('another kind does what that one does and is as high; a ramp gets its ends', () => {
  const piece = piecesOf(fought())[0]!
  setKind(piece, 'marsh')
  expect(piece).toMatchObject({ kind: 'marsh', flags: ['difficult'], height_cm: 0 })
  setKind(piece, 'ramp')
  expect(piece).toMatchObject({ height_cm: 5, low: [13, 20], high: [27, 20] })
})

test('a half that is turned onto the other makes a table that is the same from both sides', () => {
  const made = fought('house', 20, 20)
  addPiece(made, 'wall', 37.5, 60, named('gone'))
  addGoal(made, 'hold', 20, 30)
  copyHalf(made, 'turn')
  const [one, other] = piecesOf(made)
  expect(piecesOf(made)).toHaveLength(2)
  expect(middle(other!.shape)).toEqual({ x: 75 - middle(one!.shape).x, y: 75 - middle(one!.shape).y })
  expect(goalsOf(made).map((goal) => goal.at)).toEqual([[37.5, 37.5], [20, 30], [55, 45]])
  expect(boxOfZone(zonesOf(made)[1]!)).toEqual({ west: 0, south: 53, east: 75, north: 75 })
})

test('a half that is mirrored keeps what lies over the middle, and ramps rise the other way', () => {
  const made = fought('platform', 40, 37)
  addPiece(made, 'ramp', 20, 20, named('ramp'))
  copyHalf(made, 'mirror')
  const [, ramp, copy] = piecesOf(made)
  expect(piecesOf(made)).toHaveLength(3)
  expect(copy!.low).toEqual([ramp!.low![0], 75 - ramp!.low![1]])
  copyHalf(made, 'sideways')
  expect(piecesOf(made)).toHaveLength(5)
})

test('a scenario begins with two zones and ground in the middle, and goes again', () => {
  const made = fought()
  expect(zonesOf(made).map((zone) => zone.seat)).toEqual(['p1', 'p2'])
  expect(goalsOf(made)).toEqual([{ kind: 'hold', points: 10, at: [37.5, 37.5], radius_cm: 6, rounds: 1 }])
  setScenario(made, false)
  expect(made.scenario).toBeUndefined()
})

test('a zone is stretched by its corners within the table and moved as it is', () => {
  const made = fought()
  dragZone(zonesOf(made)[0]!, 2, [90, 30.4], { width: 75, depth: 75 }, true)
  expect(boxOfZone(zonesOf(made)[0]!)).toEqual({ west: 0, south: 0, east: 75, north: 30 })
  put(made, { what: 'zone', index: 0 }, 37.5, 0, true)
  expect(boxOfZone(zonesOf(made)[0]!)).toEqual({ west: 0, south: 0, east: 75, north: 30 })
  setZone(made, 'p1', false)
  expect(zonesOf(made).map((zone) => zone.seat)).toEqual(['p2'])
  setZone(made, 'p1', true)
  expect(zonesOf(made).map((zone) => zone.seat)).toEqual(['p1', 'p2'])
})

test('on a larger table zones stay at their edges', () => {
  const made = fought()
  resize(made, 90, 100)
  expect(zonesOf(made).map(boxOfZone)).toEqual([
    { west: 0, south: 0, east: 90, north: 22 },
    { west: 0, south: 78, east: 90, north: 100 },
  ])
})

test('ids go with the name, and nobody else has them', () => {
  expect(freeId('Château à moi!', new Set(['own-chateau-a-moi']))).toBe('own-chateau-a-moi-2')
  expect(freeId('***', new Set())).toBe('own-battlefield')
  const made = fought()
  rename(made, 'The ford', 'en', new Set())
  expect([fieldOf(made).id, scenarioOf(made)?.id, made.pack?.name]).toEqual(['own-the-ford', 'own-the-ford-scenario', 'The ford'])
})

test('a copy of a battlefield is one’s own and shares nothing with it', () => {
  const shipped = fieldOf(fought())
  const made = copyOf({ ...shipped, source: 'house' }, undefined, { en: 'Mine' }, 'en')
  put(made, { what: 'piece', index: 0 }, 50, 50, true)
  expect(fieldOf(made).source).toBe('user')
  expect(middle(shipped.piece![0]!.shape)).toEqual({ x: 20, y: 20 })
})

test('what is taken away or copied leaves the others as they are', () => {
  const made = fought()
  expect(copyPiece(made, 0, named('second'))).toBe(1)
  expect(middle(piecesOf(made)[1]!.shape)).toEqual({ x: 24, y: 16 })
  remove(made, { what: 'piece', index: 0 })
  remove(made, { what: 'goal', index: 0 })
  expect(piecesOf(made).map((one) => one.name.en)).toEqual(['second'])
  expect(goalsOf(made)).toEqual([])
})

test('pieces are drawn as matches draw them: by what they do, and by their kind', () => {
  const made = map()
  for (const kind of ['house', 'marsh', 'wood', 'ramp', 'water', 'rock']) addPiece(made, kind, 37, 37, named(kind))
  expect(piecesOf(made).map(materialOf)).toEqual(['masonry', 'marsh', 'trees', 'slope', 'water', 'boulder'])
  expect(viewOf(made, 'en', { house: 'House' }).scenery[0]).toMatchObject({ label: 'house', noun: 'House', material: 'masonry', height: 12 })
})

test('a new piece goes where it fits, as near the middle as can be', () => {
  const document = map()
  for (let n = 0; n < 4; n += 1) {
    const { x, y } = freePlace(document, 'house')
    addPiece(document, 'house', x, y, { en: `House ${n}` })
  }
  const boxes = piecesOf(document).map(({ shape }) => ({ left: Math.min(...shape.map(([x]) => x)), right: Math.max(...shape.map(([x]) => x)), low: Math.min(...shape.map(([, y]) => y)), high: Math.max(...shape.map(([, y]) => y)) }))
  for (const [i, one] of boxes.entries()) for (const other of boxes.slice(i + 1)) expect(one.left >= other.right || other.left >= one.right || one.low >= other.high || other.low >= one.high).toBe(true)
})
