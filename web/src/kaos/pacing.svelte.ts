import type { Figure, KaosEvent, KaosView, Place, SeatName, Spot } from '../protocol'
import { Pacer } from '../state/pacer.svelte'
import { settings } from '../state/settings.svelte'
import { type Point, standing } from './table.svelte'

/** what of a figure is seen to change while events are shown */
type Changed = Partial<Pick<Figure, 'wounds' | 'status' | 'activated'>>

/** A plan that has been declared and is about to be carried out: its way, where that ends, whom it is about. */
export interface Announced {
  figure: string
  target: string | null
  path: Place[]
  end: Spot | null
}

const isStill = () => typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches

/** how long a step of what has happened is shown, in ms, by how much there is to see in it */
const STEP = { calm: 700, quick: 280, instant: 0 }
/** how long all steps of a turn may last, in ms: the more there are, the quicker they go */
const BUDGET = { calm: 11_000, quick: 4500, instant: 0 }
/** More than this at once (after a long absence) is only told in the log. */
const MOST = 90
/** How much there is to see in an event, in steps; of those that are not named here very little. */
const WEIGHTS: Record<string, number> = {
  activated: 0.6, declared: 1.4, reaction: 1, interception: 1, 'free-use': 1, moved: 1, rolled: 1, 'rolled-again': 0.7, 'destiny-rolled': 1, 'search-roll': 0.8,
  hit: 1, missed: 1, dodged: 1, parried: 1, resisted: 1, wounded: 0.7, healed: 0.7, 'out-of-action': 1.2, slammed: 1, fell: 1, fled: 0.8, points: 0.6, round: 0.8,
  'skill-used': 0.8, 'object-used': 0.8, 'event-happens': 1, 'event-revealed': 0.8, deployed: 0.5, 'scenery-placed': 0.4, 'relic-taken': 0.8, objective: 0.8,
}
const LEAST = 0.12
const THROWS = ['rolled', 'rolled-again', 'destiny-rolled']
/** with these another roll begins, and the dice of the one before are taken from the table */
const BEGINS = ['activated', 'declared', 'reaction', 'interception', 'round', 'free-use']

/** A throw as it lies on the table: who for, its dice, its successes once they are counted. */
export interface Thrown {
  n: number
  figure: string
  seat: string
  roll: string
  dice: number[]
  successes: number | null
}

/** Shows what has happened on the table, one event after another: figures move, dice fall, sentences say what comes of it. */
class Pacing {
  /** where figures are drawn while their moves are shown */
  at = $state.raw<Record<string, Point & { facing: number }>>({})
  /** how long a figure slides to where it is drawn next, in ms; 0 for as usual */
  slide = $state(0)
  /** the plan that is being carried out */
  declared = $state.raw<Announced | null>(null)
  /** what else has been seen: of figures, whose turn it is, the round, the points */
  private changed = $state.raw<Record<string, Changed>>({})
  private active = $state<string | null>(null)
  private round = $state<number | null>(null)
  private points = $state.raw<Partial<Record<SeatName, number>>>({})
  /** the dice of the last roll; they lie there until another one begins */
  dice = $state.raw<Thrown[]>([])
  /** what is being shown, in a sentence; "" while nothing is */
  now = $state('')
  private facings = new Map<string, number>()
  readonly pacer = new Pacer(STEP, BUDGET)

  /** Whether there is anything to be shown, step by step. */
  shows(events: readonly KaosEvent[]): boolean {
    return settings.pace !== 'instant' && !this.pacer.isSkipping && events.length > 0 && events.length <= MOST
  }

  /** Shows events one after another from a position on; `told` is called as each is seen. */
  async play(events: readonly KaosEvent[], before: KaosView, told: (event: KaosEvent) => void) {
    const here = new Map(standing(before).map((one) => [one.id, { x: one.x, y: one.y }]))
    this.facings = new Map(standing(before).map((one) => [one.id, one.facing]))
    for (const event of events) {
      this.throw(event)
      this.note(event, before)
      this.now = event.sentence
      told(event)
      await this.see(event, here)
    }
  }

  /** The position with what has been seen to change so far, and nothing that has not. */
  over(view: KaosView): KaosView {
    if (!this.now) return view
    const { changed, points } = this
    const sheets = Object.fromEntries(Object.entries(view.players).map(([seat, sheet]) => [seat, { ...sheet, victory_points: points[seat as SeatName] ?? sheet.victory_points }]))
    return { ...view, round: this.round ?? view.round, turn: { ...view.turn, figure: this.active ?? view.turn.figure }, players: sheets as KaosView['players'], figure: view.figure.map((one) => (changed[one.id] ? { ...one, ...changed[one.id] } : one)) }
  }

  /** The dice that events end with, where nothing is shown step by step. */
  glance(events: readonly KaosEvent[]) {
    for (const event of events) this.throw(event)
  }

  /** Another position is shown. */
  settle() {
    this.at = {}
    this.declared = null
    this.changed = {}
    this.points = {}
    this.active = this.round = null
    this.slide = 0
    this.now = ''
  }

  /** Another figure's turn: what comes next has all its time again. */
  unhurry() {
    this.pacer.unhurry()
  }

  /** Somebody is asked: nothing is passed over any more. */
  rewind() {
    this.pacer.rewind()
  }

  clear() {
    this.dice = []
    this.settle()
    this.pacer.skip()
    this.pacer.rewind()
  }

  /** What an event changes beside places: who is hurt or out, whose turn it is, the round, the points. */
  private note(event: KaosEvent, before: KaosView) {
    const { kind, figure, seat } = event
    const change = (id: string, to: Changed) => (this.changed = { ...this.changed, [id]: { ...this.changed[id], ...to } })
    if (kind === 'round') {
      this.round = event.number ?? null
      for (const one of before.figure) change(one.id, { activated: false })
    }
    if (kind === 'activated' && figure) {
      this.active = figure
      this.declared = null
      change(figure, { activated: true })
    }
    if (kind === 'declared' && figure) {
      const path = event.way ?? []
      const last = path.at(-1)
      this.declared = { figure, target: event.target ?? null, path, end: last ? { ...last, facing: Number(event.angle ?? 0) } : null }
    }
    if ((kind === 'wounded' || kind === 'healed') && figure && event.total !== undefined) change(figure, { wounds: event.total })
    if (kind === 'out-of-action' && figure) change(figure, { status: 'out-of-action' })
    if (kind === 'left-table' && figure) change(figure, { status: 'left' })
    if (kind === 'points' && seat && event.total !== undefined) this.points = { ...this.points, [seat]: event.total }
  }

  /** Shows an event for its time; a figure that goes a way goes along it, bend after bend. */
  private async see(event: KaosEvent, here: Map<string, Point>) {
    const weight = WEIGHTS[event.kind] ?? LEAST
    const { figure, x, y } = event
    if ((event.kind !== 'moved' && event.kind !== 'slammed') || typeof figure !== 'string' || x == null || y == null) return this.pacer.rest(weight)
    const end = { x: Number(x), y: Number(y) }
    const known = this.at[figure]
    const facing = known?.facing ?? this.facings.get(figure) ?? Number(event.angle ?? 0)
    let from: Point = known ?? here.get(figure) ?? end
    const bends = this.pacer.isPaused || isStill() ? [] : (event.way ?? []).slice(1, -1)
    const stops = [...bends, end]
    const far = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
    const whole = stops.reduce((sum, stop, i) => sum + far(stops[i - 1] ?? from, stop), 0) || 1
    for (const stop of stops) {
      const share = weight * Math.max(0.15, far(from, stop) / whole)
      this.slide = stops.length > 1 ? this.pacer.lasts(share) : 0
      this.at = { ...this.at, [figure]: { x: stop.x, y: stop.y, facing: stop === end && event.angle != null ? Number(event.angle) : facing } }
      from = stop
      await this.pacer.rest(share)
    }
    this.slide = 0
  }

  private throw(event: KaosEvent) {
    if (BEGINS.includes(event.kind)) this.dice = []
    const { figure, seat, roll } = event
    const of = (one: Thrown) => one.figure === (figure ?? '') && one.seat === (seat ?? '') && one.roll === (roll ?? '')
    if (THROWS.includes(event.kind)) {
      const faces = Array.isArray(event.dice) ? event.dice : []
      const thrown: Thrown = { n: event.n, figure: figure ?? '', seat: seat ?? '', roll: roll ?? '', dice: faces, successes: null }
      const isMore = event.kind !== 'rolled' && this.dice.some(of)
      if (isMore) this.dice = this.dice.map((one) => (of(one) ? { ...one, dice: [...one.dice, ...faces] } : one))
      else this.dice = [...this.dice.filter((one) => !of(one)), thrown].slice(-2)
    }
    if (event.kind === 'successes') this.dice = this.dice.map((one) => (of(one) ? { ...one, successes: event.number ?? null } : one))
  }
}

export const pacing = new Pacing()
