import type { KaosView, Scenery } from '../../protocol'
import { boxOf, KINDS, middle, movePiece, type Outlined } from '../desk/scenery'
import { KIND_FLAGS, MATERIALS } from '../standees'

/** Battlefields and scenarios as files of packs have them (docs/packs.md); lengths in centimetres. */
export type Spot = [number, number]
export type Words = Record<string, string>
export interface MapPiece extends Outlined {
  name: Words
  kind: string
  height_cm?: number
  flags?: string[]
}
export interface FieldDoc {
  id: string
  name: Words
  text: Words
  source: string
  override?: boolean
  width_cm?: number
  depth_cm?: number
  piece?: MapPiece[]
}
export interface GoalDoc {
  kind: 'hold' | 'carry' | 'survive'
  points: number
  at?: Spot
  radius_cm?: number
  rounds?: number
  seat?: 'p1' | 'p2'
}
export interface ZoneDoc {
  seat: 'p1' | 'p2'
  corner: Spot
  opposite: Spot
}
export interface ScenarioDoc {
  id: string
  name: Words
  text: Words
  source: string
  mode: 'points' | 'scenario'
  field?: string
  selection?: string
  rounds?: number
  horde_points?: number
  victory_points?: number
  objective?: GoalDoc[]
  zone?: ZoneDoc[]
  [key: string]: unknown
}
/** A file: the first battlefield and the first scenario on it are edited, whatever else it holds stays as it is. */
export interface MapDoc {
  pack?: { name: string; [key: string]: unknown }
  field: FieldDoc[]
  scenario?: ScenarioDoc[]
  [key: string]: unknown
}

export const SIDE = 75
export const LEAST_SIDE = 60
export const MOST_SIDE = 120
export const MOST_PIECES = 40
export const MOST_GOALS = 8
export const USUAL_ROUNDS = 8
export const USUAL_POINTS = 100
/** how deep a new deployment zone is */
const ZONE = 22

export type Chosen = { what: 'piece' | 'goal' | 'zone'; index: number } | null

export const fieldOf = (document: MapDoc): FieldDoc => document.field[0] as FieldDoc
/** The scenario on the battlefield that is edited. */
export const scenarioOf = (document: MapDoc): ScenarioDoc | undefined => document.scenario?.find((one) => one.field === fieldOf(document).id)
export const scenarioIndex = (document: MapDoc): number => document.scenario?.findIndex((one) => one.field === fieldOf(document).id) ?? -1
export const piecesOf = (document: MapDoc): MapPiece[] => fieldOf(document).piece ?? []
export const goalsOf = (document: MapDoc): GoalDoc[] => scenarioOf(document)?.objective ?? []
export const zonesOf = (document: MapDoc): ZoneDoc[] => scenarioOf(document)?.zone ?? []
export const sizeOf = (document: MapDoc) => ({ width: fieldOf(document).width_cm ?? SIDE, depth: fieldOf(document).depth_cm ?? SIDE })

/** A name in a language, else in English, else in whatever language there is. */
export const nameIn = (words: Words, language: string) => words[language] ?? words.en ?? Object.values(words)[0] ?? ''
/** The word for a document: an id that nobody of these has. */
export function freeId(name: string, taken: ReadonlySet<string>): string {
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40).replace(/-+$/, '')
  const wanted = `own-${plain || 'battlefield'}`
  let id = wanted
  for (let n = 2; taken.has(id); n++) id = `${wanted}-${n}`
  return id
}

export function emptyMap(name: string, text: string, language: string): MapDoc {
  return { pack: { name }, field: [{ id: 'own-battlefield', name: { [language]: name }, text: { [language]: text }, source: 'user', width_cm: SIDE, depth_cm: SIDE, piece: [] }] }
}

/** One's own copy of a battlefield, with the scenario on it or without. */
export function copyOf(field: FieldDoc, scenario: ScenarioDoc | undefined, name: Words, language: string): MapDoc {
  const made: MapDoc = structuredClone({ pack: { name: nameIn(name, language) }, field: [{ ...field, width_cm: field.width_cm ?? SIDE, depth_cm: field.depth_cm ?? SIDE, name, source: 'user' }], ...(scenario && { scenario: [{ ...scenario, name, source: 'user' }] }) })
  return made
}

/** Renames what is edited; ids go with the name, so that two battlefields are never taken for one. */
export function rename(document: MapDoc, name: string, language: string, taken: ReadonlySet<string>) {
  const field = fieldOf(document)
  const scenario = scenarioOf(document)
  const words = name.trim().slice(0, 80) || nameIn(field.name, language)
  document.pack = { ...document.pack, name: words }
  field.name = { [language]: words }
  field.id = freeId(words, taken)
  delete field.override
  if (!scenario) return
  scenario.name = { [language]: words }
  scenario.field = field.id
  scenario.id = freeId(`${field.id.slice(4)}-scenario`, taken)
}

/** Says in a sentence what it is. */
export function describe(document: MapDoc, text: string, language: string) {
  for (const one of [fieldOf(document), scenarioOf(document)]) if (one && text.trim()) one.text = { [language]: text.trim().slice(0, 300) }
}

// ------------------------------------------------------------------------------------------------------------- pieces

/** centimetres between a new piece and those beside it: a base passes there */
const GAP = 4

const snapped = (length: number, isSnapping: boolean) => (isSnapping ? Math.round(length) : Math.round(length * 100) / 100)

/** Where a piece goes when its middle is wanted at a place: its first corner on a whole centimetre, if snapping. */
export function moveTo(piece: Outlined, x: number, y: number, isSnapping: boolean) {
  const from = middle(piece.shape)
  const corner = piece.shape[0] ?? [0, 0]
  const [dx, dy] = [x - from.x, y - from.y]
  movePiece(piece, from.x + snapped(corner[0] + dx, isSnapping) - corner[0], from.y + snapped(corner[1] + dy, isSnapping) - corner[1])
}

/** Where a new piece of a kind fits beside those that there are: as near the middle as can be, the middle if nowhere. */
export function freePlace(document: MapDoc, kind: string): { x: number; y: number } {
  const { width, depth } = sizeOf(document)
  const [wide, deep] = KINDS[kind] ?? [10, 10]
  const taken = piecesOf(document).map((piece) => ({ x: piece.shape.map(([x]) => x), y: piece.shape.map(([, y]) => y) }))
  const isFree = (x: number, y: number) => !taken.some((one) => Math.min(...one.x) < x + wide / 2 + GAP && Math.max(...one.x) > x - wide / 2 - GAP && Math.min(...one.y) < y + deep / 2 + GAP && Math.max(...one.y) > y - deep / 2 - GAP)
  const places = []
  for (let x = Math.ceil(wide / 2) + 1; x + wide / 2 < width; x += 2) for (let y = Math.ceil(deep / 2) + 1; y + deep / 2 < depth; y += 2) places.push({ x, y, far: Math.hypot(x - width / 2, y - depth / 2) })
  const middle = { x: width / 2, y: depth / 2 }
  return [{ ...middle, far: -1 }, ...places].sort((one, other) => one.far - other.far).find(({ x, y }) => isFree(x, y)) ?? middle
}

/** A new piece of a kind with its middle at a place. Answers its number. */
export function addPiece(document: MapDoc, kind: string, x: number, y: number, name: Words): number {
  const field = fieldOf(document)
  const [width, depth, height] = KINDS[kind] ?? [10, 10, 5]
  const [left, low] = [Math.round(x - width / 2), Math.round(y - depth / 2)]
  const piece: MapPiece = { name, kind, shape: [[left, low], [left + width, low], [left + width, low + depth], [left, low + depth]], height_cm: height, flags: [...(KIND_FLAGS[kind] ?? [])] }
  if (kind === 'ramp') Object.assign(piece, { low: [left, low + depth / 2], high: [left + width, low + depth / 2] })
  field.piece = [...(field.piece ?? []), piece]
  return field.piece.length - 1
}

/** One more piece like another, beside it. Answers its number. */
export function copyPiece(document: MapDoc, index: number, name: Words): number {
  const field = fieldOf(document)
  const piece = piecesOf(document)[index]
  if (!piece) return index
  const again = { ...structuredClone(piece), name }
  const from = middle(piece.shape)
  movePiece(again, from.x + (from.x > sizeOf(document).width - 8 ? -4 : 4), from.y + (from.y < 8 ? 4 : -4))
  field.piece = [...piecesOf(document), again]
  return field.piece.length - 1
}

/** Another kind, with what that one usually does and how high it is; its outline stays. */
export function setKind(piece: MapPiece, kind: string) {
  const wasGround = !piece.height_cm
  const usual = KINDS[kind]?.[2] ?? 5
  piece.kind = kind
  piece.flags = [...(KIND_FLAGS[kind] ?? [])]
  if (wasGround || !usual) piece.height_cm = usual
  delete piece.low
  delete piece.high
  const [a, b, c, d] = piece.shape
  if (kind !== 'ramp' || !a || !b || !c || !d) return
  const between = (one: Spot, other: Spot): Spot => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]
  piece.low = between(a, d)
  piece.high = between(b, c)
}

/** A corner is dragged: of a box both sides that meet there go along, of any other shape it goes alone. */
export function dragCorner(piece: MapPiece, index: number, to: Spot, isSnapping: boolean) {
  const box = boxOf(piece.shape)
  const [x, y] = [snapped(to[0], isSnapping), snapped(to[1], isSnapping)]
  const before = structuredClone(piece.shape)
  if (!box || piece.shape.length !== 4) {
    piece.shape[index] = [x, y]
    return
  }
  const fixed = before[(index + 2) % 4] as Spot
  const angle = (box.angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const inBox = ([left, up]: Spot): Spot => [(left - fixed[0]) * cos + (up - fixed[1]) * sin, -(left - fixed[0]) * sin + (up - fixed[1]) * cos]
  const old = inBox(before[index] as Spot)
  const size = (now: number, was: number) => (Math.abs(now) < 1 || Math.sign(now) !== Math.sign(was) ? Math.sign(was) : isSnapping ? Math.round(now) : now)
  const wanted = inBox([to[0], to[1]])
  const [wide, deep] = [size(wanted[0], old[0]) / old[0], size(wanted[1], old[1]) / old[1]]
  const put = (point: Spot): Spot => {
    const [across, along] = inBox(point)
    const round = (length: number) => Math.round(length * 10_000) / 10_000
    return [round(fixed[0] + across * wide * cos - along * deep * sin), round(fixed[1] + across * wide * sin + along * deep * cos)]
  }
  piece.shape = before.map((point) => put(point))
  if (piece.low) piece.low = put(piece.low)
  if (piece.high) piece.high = put(piece.high)
}

// ------------------------------------------------------------------------------------------------------- the scenario

/** What is fought over is set up: zones along two edges, ground to be held in the middle; or taken away again. */
export function setScenario(document: MapDoc, isScenario: boolean) {
  const field = fieldOf(document)
  const { width, depth } = sizeOf(document)
  const others = (document.scenario ?? []).filter((one) => one.field !== field.id)
  if (!isScenario) document.scenario = others
  else if (!scenarioOf(document)) {
    const zone: ZoneDoc[] = [
      { seat: 'p1', corner: [0, 0], opposite: [width, ZONE] },
      { seat: 'p2', corner: [0, depth - ZONE], opposite: [width, depth] },
    ]
    const made: ScenarioDoc = { id: `${field.id}-scenario`, name: field.name, text: field.text, source: 'user', mode: 'scenario', field: field.id, rounds: USUAL_ROUNDS, horde_points: USUAL_POINTS, victory_points: 0, objective: [{ kind: 'hold', points: 10, at: [width / 2, depth / 2], radius_cm: 6, rounds: 1 }], zone }
    document.scenario = [...others, made]
  }
  if (!document.scenario?.length) delete document.scenario
}

export function addGoal(document: MapDoc, kind: GoalDoc['kind'], x: number, y: number): number {
  const scenario = scenarioOf(document)
  if (!scenario) return -1
  const at: Spot = [Math.round(x), Math.round(y)]
  const made: GoalDoc = kind === 'hold' ? { kind, points: 10, at, radius_cm: 6, rounds: 1 } : kind === 'carry' ? { kind, points: 50, at, radius_cm: 0 } : { kind, points: 10, rounds: scenario.rounds ?? USUAL_ROUNDS, seat: 'p2' }
  scenario.objective = [...(scenario.objective ?? []), made]
  return scenario.objective.length - 1
}

/** Gives a side its zone, or takes it away. */
export function setZone(document: MapDoc, seat: 'p1' | 'p2', isThere: boolean) {
  const scenario = scenarioOf(document)
  if (!scenario) return
  const { width, depth } = sizeOf(document)
  const made: ZoneDoc = seat === 'p1' ? { seat, corner: [0, 0], opposite: [width, ZONE] } : { seat, corner: [0, depth - ZONE], opposite: [width, depth] }
  const rest = (scenario.zone ?? []).filter((one) => one.seat !== seat)
  scenario.zone = (isThere ? [...rest, made] : rest).toSorted((one, other) => one.seat.localeCompare(other.seat))
}

export const boxOfZone = ({ corner, opposite }: ZoneDoc) => ({ west: Math.min(corner[0], opposite[0]), south: Math.min(corner[1], opposite[1]), east: Math.max(corner[0], opposite[0]), north: Math.max(corner[1], opposite[1]) })

/** Takes away what is chosen. */
export function remove(document: MapDoc, chosen: NonNullable<Chosen>) {
  const field = fieldOf(document)
  const scenario = scenarioOf(document)
  if (chosen.what === 'piece') field.piece = piecesOf(document).filter((_, n) => n !== chosen.index)
  else if (scenario && chosen.what === 'goal') scenario.objective = goalsOf(document).filter((_, n) => n !== chosen.index)
  else if (scenario) scenario.zone = zonesOf(document).filter((_, n) => n !== chosen.index)
}

/** Where what is chosen is. */
export function placeOf(document: MapDoc, chosen: NonNullable<Chosen>): { x: number; y: number } | null {
  if (chosen.what === 'piece') {
    const piece = piecesOf(document)[chosen.index]
    return piece ? middle(piece.shape) : null
  }
  if (chosen.what === 'goal') {
    const at = goalsOf(document)[chosen.index]?.at
    return at ? { x: at[0], y: at[1] } : null
  }
  const zone = zonesOf(document)[chosen.index]
  if (!zone) return null
  const { west, south, east, north } = boxOfZone(zone)
  return { x: (west + east) / 2, y: (south + north) / 2 }
}

/** What is chosen goes to a place. */
export function put(document: MapDoc, chosen: NonNullable<Chosen>, x: number, y: number, isSnapping: boolean) {
  if (chosen.what === 'piece') {
    const piece = piecesOf(document)[chosen.index]
    if (piece) moveTo(piece, x, y, isSnapping)
  } else if (chosen.what === 'goal') {
    const goal = goalsOf(document)[chosen.index]
    if (goal?.at) goal.at = [snapped(x * 2, isSnapping) / 2, snapped(y * 2, isSnapping) / 2]
  } else {
    const zone = zonesOf(document)[chosen.index]
    if (!zone) return
    const { west, south, east, north } = boxOfZone(zone)
    const { width, depth } = sizeOf(document)
    const left = Math.min(Math.max(snapped(x - (east - west) / 2, isSnapping), 0), Math.max(0, width - (east - west)))
    const low = Math.min(Math.max(snapped(y - (north - south) / 2, isSnapping), 0), Math.max(0, depth - (north - south)))
    zone.corner = [left, low]
    zone.opposite = [left + east - west, low + north - south]
  }
}

/** A corner of a zone is dragged; the one across stays. */
export function dragZone(zone: ZoneDoc, corner: number, to: Spot, size: { width: number; depth: number }, isSnapping: boolean) {
  const { west, south, east, north } = boxOfZone(zone)
  const x = Math.min(Math.max(snapped(to[0], isSnapping), 0), size.width)
  const y = Math.min(Math.max(snapped(to[1], isSnapping), 0), size.depth)
  const isWest = corner === 0 || corner === 3
  const isSouth = corner < 2
  zone.corner = [isWest ? Math.min(x, east - 2) : west, isSouth ? Math.min(y, north - 2) : south]
  zone.opposite = [isWest ? east : Math.max(x, west + 2), isSouth ? north : Math.max(y, south + 2)]
}

/** Another size of the table; zones at its edges stay there. */
export function resize(document: MapDoc, width: number, depth: number) {
  const before = sizeOf(document)
  const field = fieldOf(document)
  field.width_cm = width
  field.depth_cm = depth
  for (const zone of zonesOf(document)) {
    const { west, south, east, north } = boxOfZone(zone)
    const isNorth = north >= before.depth
    const low = isNorth && south > 0 ? Math.max(0, depth - (north - south)) : Math.min(south, depth)
    zone.corner = [Math.min(west, width), low]
    zone.opposite = [east >= before.width ? width : Math.min(east, width), isNorth ? depth : Math.min(north, depth)]
  }
}

/** How one half of the table is put onto the other: turned half round, or as in a mirror. */
export type Copying = 'turn' | 'mirror' | 'sideways'

/**
 * Copies the half of a table with the first player's edge onto the other (`sideways`: the left half onto the right one).
 * What lies over the middle stays where it is; what lay on the other half is gone.
 */
export function copyHalf(document: MapDoc, how: Copying) {
  const { width, depth } = sizeOf(document)
  const round = (length: number) => Math.round(length * 10_000) / 10_000
  const across = ([x, y]: Spot): Spot => (how === 'turn' ? [round(width - x), round(depth - y)] : how === 'mirror' ? [x, round(depth - y)] : [round(width - x), y])
  const axis = how === 'sideways' ? 0 : 1
  const half = (how === 'sideways' ? width : depth) / 2
  const sideOf = (points: readonly Spot[]) => (points.every((one) => one[axis] <= half) ? -1 : points.every((one) => one[axis] >= half) ? 1 : 0)
  const field = fieldOf(document)
  const kept = piecesOf(document).filter((one) => sideOf(one.shape) < 1)
  const copies = kept
    .filter((one) => sideOf(one.shape) < 0)
    .map((one) => {
      const made: MapPiece = { ...structuredClone(one), shape: one.shape.map(across) }
      if (how !== 'turn') made.shape.reverse()
      if (one.low) made.low = across(one.low)
      if (one.high) made.high = across(one.high)
      return made
    })
  field.piece = [...kept, ...copies].slice(0, MOST_PIECES)
  const scenario = scenarioOf(document)
  if (!scenario) return
  const goals = goalsOf(document).filter((one) => !one.at || sideOf([one.at]) < 1 || one.at[axis] === half)
  const others = goals.filter((one) => one.kind === 'hold' && one.at && one.at[axis] < half).map((one) => ({ ...one, at: across(one.at as Spot) }))
  scenario.objective = [...goals, ...others].slice(0, MOST_GOALS)
  const first = scenario.zone?.find((one) => one.seat === 'p1')
  if (!first || how === 'sideways') return
  const { west, south, east, north } = boxOfZone(first)
  const [a, b] = [across([west, south]), across([east, north])]
  const second: ZoneDoc = { seat: 'p2', corner: [Math.min(a[0], b[0]), Math.min(a[1], b[1])], opposite: [Math.max(a[0], b[0]), Math.max(a[1], b[1])] }
  scenario.zone = [first, second]
}

// ------------------------------------------------------------------------------------------------------------ drawing

/** What a piece is drawn with: the pattern of its kind, by what it does (`cards.looks`). */
export function materialOf(piece: MapPiece): string {
  const flags = piece.flags ?? []
  const has = (flag: string) => flags.includes(flag)
  const height = piece.height_cm ?? 0
  const look = piece.low && piece.high ? 'slope' : has('impassable') ? (has('blocks-sight') || height ? 'solid' : 'water') : has('difficult') ? (height ? 'wood' : 'rough') : has('standable') ? 'planks' : 'screen'
  const [usual, kinds] = MATERIALS[look] ?? ['masonry', {}]
  return kinds[piece.kind] ?? usual
}

/** The battlefield as the table of a match is shown, with nobody on it. */
export function viewOf(document: MapDoc, language: string, kinds: Record<string, string> = {}): KaosView {
  const scenery: Scenery[] = piecesOf(document).map((one, n) => ({ id: String(n), label: nameIn(one.name, language), noun: kinds[one.kind] ?? nameIn(one.name, language), kind: one.kind, look: '', material: materialOf(one), shape: one.shape, height: one.height_cm ?? 0, flags: one.flags ?? [], ...(one.low && one.high && { low: one.low, high: one.high }) }))
  const objective = goalsOf(document).map((one) => ({ kind: one.kind, points: one.points, rounds: one.rounds ?? 1, ...(one.at && { at: one.at }), radius_cm: one.radius_cm ?? 0 }))
  const relic = goalsOf(document).find((one) => one.kind === 'carry' && one.at)?.at
  return { table: sizeOf(document), scenery, ...(relic && { relic: { x: relic[0], y: relic[1] } }), zone: zonesOf(document), objective, round: 0, turn: { phase: 'deployment' }, figure: [], fighters: [] } as unknown as KaosView
}
