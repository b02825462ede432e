import type { KaosEvent, KaosView, SeatName } from '../protocol'
import { type Point, standing } from './table.svelte'

/** Something that has happened since one's own last turn: a way walked, a blow, a fall, somebody out, something gained. */
export interface Deed {
  n: number
  kind: 'walk' | 'push' | 'strike' | 'fall' | 'out' | 'gain'
  /** whose it is: who walks, strikes, falls or gains */
  figure: string
  owner: SeatName
  /** the way walked; of a blow where it comes from and whom it meets; else nothing */
  way: Point[]
  /** where it ends, if that is on the table */
  at: Point | null
  /** of a walk: the movement it cost, in cm */
  cm: number
  sentence: string
  /** what came of it */
  outcome: string[]
}

type OwnerOf = (figure: string) => SeatName | undefined

/** who is struck tells how it was met */
const MET = ['dodged', 'parried', 'resisted']
const USED = ['free-use', 'skill-used', 'object-used']
const GAINED = ['healed', 'relic-taken', 'object-kept']
/** what is told of a deed, beside the deed */
const OUTCOMES = ['wounded', 'slammed-into', 'points', 'effect', 'fled', 'fall-saved', 'relic-dropped', 'object-lost', 'left-table']
/** with these somebody's turn is over */
const ENDS = ['initiative', 'round']

/** Where the events since one's own last turn begin, while one has declared nothing in the next; -1 before others have played. */
export function beginOf(events: readonly KaosEvent[], own: readonly SeatName[], ownerOf: OwnerOf): number {
  const isOwn = (event: KaosEvent) => own.includes(ownerOf(event.figure ?? '') as SeatName)
  const theirs = events.findLastIndex((event) => event.kind === 'activated' && !isOwn(event))
  if (theirs < 0 || events.slice(theirs).some((event) => event.kind === 'declared' && isOwn(event))) return -1
  const mine = events.slice(0, theirs).findLastIndex((event) => event.kind === 'activated' && isOwn(event))
  const after = events.slice(mine + 1).findIndex((event) => ENDS.includes(event.kind) || event.kind === 'activated')
  return mine + 1 + after
}

/** What has happened from an event on, in its order. */
export function deedsOf(events: readonly KaosEvent[], begin: number, view: KaosView): Deed[] {
  if (begin < 0) return []
  const owners = new Map(view.figure.map((one) => [one.id, one.owner]))
  const here = new Map<string, Point>(standing(view).map(({ id, x, y }) => [id, { x, y }]))
  // Where somebody stood when something happened is known by the moves before it, else by where the first one began.
  const seen = new Set<string>()
  for (const { figure, way, x } of events) {
    const start = way?.[0]
    if (figure && start && !seen.has(figure)) here.set(figure, { x: start.x, y: start.y })
    if (figure && x != null) seen.add(figure)
  }
  const told = new Telling(owners, here)
  for (const event of events.slice(0, begin)) told.move(event)
  for (const event of events.slice(begin)) {
    told.tell(event)
    told.move(event)
  }
  return told.deeds
}

class Telling {
  readonly deeds: Deed[] = []

  constructor(
    private readonly owners: Map<string, SeatName>,
    private readonly here: Map<string, Point>,
  ) {}

  move({ figure, x, y }: KaosEvent) {
    if (figure && x != null && y != null) this.here.set(figure, { x: Number(x), y: Number(y) })
  }

  tell(event: KaosEvent) {
    const { kind, figure } = event
    const last = this.deeds.at(-1)
    const at = this.here.get(figure ?? '') ?? null
    if (kind === 'moved' || kind === 'slammed') this.walk(event, kind === 'moved' ? 'walk' : 'push')
    else if (kind === 'hit' || kind === 'missed') this.strike(event, figure ?? '', event.target ?? '')
    else if (MET.includes(kind)) this.strike(event, event.attacker ?? '', figure ?? '')
    else if (USED.includes(kind)) this.use(event)
    else if (kind === 'fell') this.note(event, 'fall', [], at)
    else if (kind === 'out-of-action') this.note(event, 'out', [], at)
    else if (GAINED.includes(kind) && !(kind === 'healed' && last?.kind === 'gain')) this.note(event, 'gain', [], at)
    else if (kind === 'objective' && event.seat) this.note(event, 'gain', [], null)
    else if ((OUTCOMES.includes(kind) || GAINED.includes(kind)) && event.sentence) last?.outcome.push(event.sentence)
  }

  private note(event: KaosEvent, kind: Deed['kind'], way: Point[], at: Point | null, figure = event.figure ?? '') {
    const owner = this.owners.get(figure) ?? event.seat
    if (owner) this.deeds.push({ n: event.n, kind, figure, owner, way, at, cm: Number(event.cost ?? 0), sentence: event.sentence, outcome: [] })
  }

  private walk(event: KaosEvent, kind: 'walk' | 'push') {
    const { figure, x, y } = event
    const from = this.here.get(figure ?? '')
    if (!figure || x == null || y == null || !from) return
    const to = { x: Number(x), y: Number(y) }
    const ways = (event.way ?? []).map((one) => ({ x: one.x, y: one.y }))
    const way = ways.length > 1 ? ways : [from, to]
    const [first] = way
    const isFar = (one: Point | undefined, other: Point) => one && Math.hypot(one.x - other.x, one.y - other.y) > 0.05
    // It was struck on the way, and goes on from where it was sent.
    if (isFar(first, from)) way.unshift(from)
    if (way.length > 2 || isFar(way[0], to)) this.note(event, kind, way, to)
  }

  private strike(event: KaosEvent, figure: string, target: string) {
    const last = this.deeds.at(-1)
    const [from, to] = [this.here.get(figure), this.here.get(target)]
    if (!from) return
    const isSame = last?.kind === 'strike' && last.figure === figure && Math.hypot((last.at?.x ?? 0) - (to?.x ?? 0), (last.at?.y ?? 0) - (to?.y ?? 0)) < 0.05
    if (isSame) last.outcome.push(event.sentence)
    else this.note(event, 'strike', to ? [from, to] : [from], to ?? from, figure)
  }

  private use(event: KaosEvent) {
    const { figure, target } = event
    const last = this.deeds.at(-1)
    if (last?.figure === figure && last?.n === event.n - 1 && (last?.kind === 'gain' || last?.kind === 'strike')) return void last.outcome.push(event.sentence)
    if (figure && target && target !== figure) this.strike(event, figure, target)
    else this.note(event, 'gain', [], this.here.get(figure ?? '') ?? null)
  }
}
