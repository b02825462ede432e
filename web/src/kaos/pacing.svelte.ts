import type { KaosEvent, KaosView } from '../protocol'
import { Pacer } from '../state/pacer.svelte'
import { settings } from '../state/settings.svelte'
import { type Point, standing } from './table.svelte'

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
  /** where figures are drawn while their moves are shown, and the way of the last */
  at = $state.raw<Record<string, Point & { facing: number }>>({})
  trail = $state.raw<{ figure: string; from: Point; to: Point } | null>(null)
  /** the dice of the last roll; they lie there until another one begins */
  dice = $state.raw<Thrown[]>([])
  /** what is being shown, in a sentence; "" while nothing is */
  now = $state('')
  readonly pacer = new Pacer(STEP, BUDGET)

  /** Whether there is anything to be shown, step by step. */
  shows(events: readonly KaosEvent[]): boolean {
    return settings.pace !== 'instant' && !this.pacer.isSkipping && events.length > 0 && events.length <= MOST
  }

  /** Shows events one after another from a position on; `told` is called as each is seen. */
  async play(events: readonly KaosEvent[], before: KaosView, told: (event: KaosEvent) => void) {
    const here = new Map(standing(before).map((one) => [one.id, { x: one.x, y: one.y }]))
    for (const event of events) {
      this.see(event, here)
      this.now = event.sentence
      told(event)
      await this.pacer.rest(WEIGHTS[event.kind] ?? LEAST)
    }
  }

  /** The dice that events end with, where nothing is shown step by step. */
  glance(events: readonly KaosEvent[]) {
    for (const event of events) this.throw(event)
  }

  /** Another position is shown. */
  settle() {
    this.at = {}
    this.trail = null
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

  private see(event: KaosEvent, here: Map<string, Point>) {
    this.throw(event)
    const { figure, x, y } = event
    if (event.kind === 'activated') this.trail = null
    if ((event.kind !== 'moved' && event.kind !== 'slammed') || typeof figure !== 'string' || x == null || y == null) return
    const to = { x: Number(x), y: Number(y) }
    const from = this.at[figure] ?? here.get(figure)
    if (from && Math.hypot(from.x - to.x, from.y - to.y) > 0.2) this.trail = { figure, from, to }
    this.at = { ...this.at, [figure]: { ...to, facing: Number(event.angle ?? 0) } }
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
