import type { KrosmasterEvent, SeatName, View } from '../protocol'

/** Something others have done since one's own last turn: a walk along its cells, a spell on its way, a figure knocked out. */
export interface Deed {
  n: number
  kind: 'walk' | 'push' | 'cast' | 'ko' | 'summon'
  unit: string
  owner: SeatName
  /** the cells of a walk; of a spell where it came from and where it landed; else the one cell */
  way: string[]
  /** the cell its number stands on */
  at: string
  sentence: string
  /** what came of it */
  outcome: string[]
}

const MOVES: Record<string, 'walk' | 'push'> = { moved: 'walk', displaced: 'push', placed: 'push' }
/** what is told of a deed, beside the deed */
const OUTCOMES = ['injured', 'healed', 'ko', 'markers', 'locked', 'escaped', 'caught']

/** Where units stood before these events: each where it is first said to come from, else where it stands now. */
function startOf(events: readonly KrosmasterEvent[], view: View): Map<string, string> {
  const start = new Map<string, string>()
  for (const event of events) if (event.unit && event.from && MOVES[event.kind] && !start.has(event.unit)) start.set(event.unit, event.from)
  for (const unit of view.units) if (unit.at && !start.has(unit.id)) start.set(unit.id, unit.at)
  return start
}

/** The events since one's own last turn, while one has done nothing in the next; none before others have played. */
export function eventsSince(events: readonly KrosmasterEvent[], own: readonly SeatName[], ownerOf: (unit: string) => SeatName | undefined): KrosmasterEvent[] {
  const isOwn = (seat: unknown) => own.includes(seat as SeatName)
  const others = events.findLastIndex((event) => event.kind === 'turn' && !isOwn(event.seat))
  if (others < 0) return []
  const hasActed = events.slice(others).some((event) => (event.kind === 'moved' || event.kind === 'cast') && event.unit && isOwn(ownerOf(event.unit)) && events.slice(others).some((one) => one.kind === 'turn' && isOwn(one.seat) && one.n < event.n))
  if (hasActed) return []
  const before = events.slice(0, others).findLastIndex((event) => event.kind === 'turn' && isOwn(event.seat))
  return events.slice(before + 1)
}

/** What others have done in these events, in its order. */
export function deedsOf(events: readonly KrosmasterEvent[], view: View, own: readonly SeatName[]): Deed[] {
  const owners = new Map(view.units.map((unit) => [unit.id, unit.owner]))
  const here = startOf(events, view)
  const deeds: Deed[] = []
  const note = (event: KrosmasterEvent, kind: Deed['kind'], unit: string, way: string[]) => {
    const owner = owners.get(unit)
    const at = way.at(-1)
    if (owner && at) deeds.push({ n: event.n, kind, unit, owner, way, at, sentence: event.sentence, outcome: [] })
  }
  for (const event of events) {
    const { unit } = event
    const last = deeds.at(-1)
    const move = MOVES[event.kind]
    if (move && unit && event.from && event.to) {
      here.set(unit, event.to)
      const isFurther = move === 'walk' && last?.kind === 'walk' && last.unit === unit && last.at === event.from
      if (isFurther) Object.assign(last, { way: [...last.way, event.to], at: event.to })
      else if (move === 'push' && last?.kind === 'cast' && last.at === event.to) last.outcome.push(event.sentence) // a jump to where the spell lands
      else if (move === 'push' || !own.includes(owners.get(unit) as SeatName)) note(event, move, unit, [event.from, event.to])
    } else if (event.kind === 'cast' && unit && event.cell && !own.includes(owners.get(unit) as SeatName)) note(event, 'cast', unit, [here.get(unit) ?? event.cell, event.cell])
    else if (event.kind === 'ko' && unit) {
      const at = here.get(unit)
      if (at) note(event, 'ko', unit, [at])
    } else if (event.kind === 'summoned' && unit && event.cell && !own.includes(owners.get(unit) as SeatName)) note(event, 'summon', unit, [event.cell])
    else if (OUTCOMES.includes(event.kind) && event.sentence) last?.outcome.push(event.sentence)
  }
  return deeds
}
