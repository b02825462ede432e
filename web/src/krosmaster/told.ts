import { cellName, cellPoint } from './board/cells'
import type { KrosmasterEvent, SeatName, Threat, Unit, View } from '../protocol'
import { seatsOf } from '../state/orientation.svelte'
import { t } from '../state/settings.svelte'
import { unitIn } from './position.svelte'

/** The board in words: what a screen reader, or whoever asks by a key, is told of a cell, a row, a unit, a threat, a turn. */

const sentence = (parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(', ')

/** What lies on a cell besides units. */
export function groundTold(view: View, cell: string): string {
  const { cells, rink, cubes, breakable } = view.board
  const place = cells[cell]
  const kind = place?.kind ?? 'free'
  const left = breakable[cell]
  return sentence([
    kind !== 'free' && (t().cellKinds[kind] ?? kind),
    rink.includes(cell) && kind !== 'rink' && t().cellKinds.rink,
    cubes.includes(cell) && kind !== 'cube' && t().cellKinds.cube,
    left && t().health(left.hp - left.injuries, left.hp),
    place?.kamas ? t().kamas(place.kamas) : '',
  ])
}

/** A unit in a few words: whose it is and what is left of it. */
export const unitShort = (view: View, unit: Unit) => sentence([unit.name, t().owned(view.players[unit.owner].name), unit.hp !== null && t().health(Math.max(0, unit.hp - unit.injuries), unit.hp)])

/** All there is to know of a unit. */
export function unitTold(view: View, unit: Unit): string {
  const markers: [number, string][] = [[unit.ap_markers, t().ap], [unit.mp_markers, t().mp], [unit.range_markers, t().range]]
  const state = unit.ko ? t().ko : unit.id === view.turn.unit ? t().active : unit.played ? t().played : t().toPlay
  return `${sentence([
    unitShort(view, unit),
    unit.at || !unit.ko ? unit.at : '',
    t().kinds[unit.kind],
    unit.level > 0 && `${t().level} ${unit.level}`,
    unit.ap !== null && `${unit.ap} ${t().ap}`,
    unit.mp !== null && `${unit.mp} ${t().mp}`,
    ...markers.map(([n, what]) => (n ? t().markers(n, what) : '')),
    ...unit.markers.map((marker) => marker.name),
    state,
  ])}. ${unit.spells.length ? `${t().spells}: ${unit.spells.map((spell) => spell.name).join(', ')}.` : ''}${unit.powers.length ? ` ${t().powers}: ${unit.powers.map((power) => power.name).join(', ')}.` : ''}`.trim()
}

export function cellTold(view: View, cell: string, more = ''): string {
  const unit = unitIn(view, cell)
  const ground = groundTold(view, cell)
  return [`${cell}:`, sentence([ground || (!unit && t().cellKinds.free), more]), unit && unitTold(view, unit)].filter(Boolean).join(' ')
}

/** What lies on a row, or on a column, from a to l or from 1 to 12; what is bare is not named. */
export function lineTold(view: View, cell: string, isColumn: boolean): string {
  const [x, y] = cellPoint(cell)
  const cells = Array.from({ length: isColumn ? view.board.height : view.board.width }, (_, i) => (isColumn ? cellName(x, i) : cellName(i, y)))
  const held = cells.flatMap((one) => {
    const unit = unitIn(view, one)
    const what = sentence([groundTold(view, one), unit && unitShort(view, unit)])
    return what ? [`${one} ${what}`] : []
  })
  const name = isColumn ? t().told.column(cell[0] ?? '') : t().told.row(y + 1)
  return `${name}: ${held.join('; ') || t().told.bare}.`
}

/** The units that fight against a seat, of those on the board. */
export const foesOf = (view: View, seat: SeatName) => view.units.filter((unit) => unit.at && !unit.ko && unit.owner !== seat && view.players[seat].partner !== unit.owner)

/** Whom each enemy could hit in its next turn. */
export function threatsTold(view: View, foes: Unit[], threats: Record<string, Threat>): string {
  const named = (id: string) => view.units.find((unit) => unit.id === id)?.name ?? id
  const lines = foes.flatMap((foe) => (threats[foe.id]?.hits.length ? [t().told.threat(`${foe.name} (${foe.at})`, threats[foe.id]?.hits.map(named).join(t().and) ?? '')] : []))
  return lines.join(' ') || t().told.noThreat
}

/** What has happened since an event. */
export const changesTold = (events: KrosmasterEvent[], since: number) => events.filter((event) => event.n > since && event.sentence).map((event) => event.sentence).join(' ') || t().told.noChange

/** The score and whose turn it is. */
export const stocksTold = (view: View) => [`${t().turn(view.turn.number)}: ${t().phases[view.turn.phase] ?? view.turn.phase}.`, ...seatsOf(view).map((seat) => `${view.players[seat].name}: ${t().gg(view.players[seat].gg)}, ${t().kamas(view.players[seat].kamas)}.`)].join(' ')
