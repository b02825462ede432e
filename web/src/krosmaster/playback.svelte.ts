import type { Chance, KrosmasterEvent, View } from '../protocol'
import { announcer } from '../state/announcer.svelte'
import { type Landing, landingOf } from './floats'
import { Pacer } from '../state/pacer.svelte'
import { settings } from '../state/settings.svelte'
import { noiseOf, sound } from './sound.svelte'

export interface Shown {
  n: number
  sentence: string
  clause: string | null
  faces: string[]
  /** false for dice that were only turned */
  isRolled: boolean
}

export interface Float extends Landing {
  key: number
}

/** What is thrown from one cell to another while it is being shown. */
export interface Strike {
  key: number
  unit: string
  from: string
  to: string
}

/** how long one step of what has happened is shown, in ms */
const STEP = { calm: 240, quick: 110, instant: 0 }
/** How long all steps together may last before somebody is asked again, in ms: the more there are, the quicker they go. */
const BUDGET = { calm: 4200, quick: 1800, instant: 0 }
const KEEP_DICE = 6000
/** how long dice stay over the board, in ms; nothing waits for them */
const KEEP_CENTRE = 1300
const KEEP_FLOAT = 1400
/** More than this at once (after a long absence) is only told in the log. */
const MOST_EVENTS = 60
const MOST_SPOKEN = 14
/** Where a piece stands after an event of this kind. */
const ARRIVES: Record<string, 'to' | 'cell'> = { moved: 'to', displaced: 'to', placed: 'to', deployed: 'cell' }

/** Shows what has happened, one event after another: pieces walk, dice roll, strikes and numbers land, the KO'd fall. */
class Playback {
  /** where a piece is drawn while its move is being shown */
  at = $state<Record<string, string>>({})
  /** pieces that are going down in what is being shown */
  fallen = $state<string[]>([])
  /** pieces that have left the arena in what is being shown */
  gone = $state<string[]>([])
  dice = $state<Shown[]>([])
  /** the roll shown large over the board, and what came of the odds that were read before it */
  centre = $state<Shown | null>(null)
  verdict = $state.raw<Chance | null>(null)
  strike = $state<Strike | null>(null)
  floats = $state<Float[]>([])
  readonly pacer = new Pacer(STEP, BUDGET)
  private key = 0
  private clearing: ReturnType<typeof setTimeout> | undefined
  private centred: ReturnType<typeof setTimeout> | undefined

  /** Plays what has happened; `told` hears of each event when it has been seen, so that no log is ahead of the board. */
  async play(events: KrosmasterEvent[], before: View, told: (n: number) => void = () => {}) {
    announcer.text = events.map((event) => event.sentence).filter(Boolean).slice(-MOST_SPOKEN).join(' ')
    if (events.length > MOST_EVENTS) return
    const start = new Map(before.units.map((unit) => [unit.id, unit.at]))
    for (const event of events) {
      const dice = event.dice ?? event.faces
      if (!this.pacer.isSkipping) sound.play(noiseOf(event))
      if (dice?.length) await this.roll(event, dice)
      told(event.n)
      if (event.kind === 'cast') await this.throw(event, start)
      if (this.move(event, start)) await this.pacer.rest()
      if (event.kind === 'removed' && event.unit) this.gone = [...this.gone, event.unit]
      const landing = landingOf(event)
      if (landing) {
        this.land(landing)
        await this.pacer.rest()
      }
    }
  }

  /** Says something at once; the same again is said again. */
  say(sentence: string) {
    announcer.text = sentence === announcer.text ? `${sentence}\u00a0` : sentence
  }

  settle() {
    this.at = {}
    this.gone = []
    this.fallen = []
    this.strike = null
  }

  /** Passes over what is left to be shown; the log keeps it. */
  skip() {
    this.centre = null
    this.verdict = null
    this.pacer.skip()
  }

  /** Says what came of the odds that were read before an answer. */
  judge(chance: Chance) {
    this.verdict = chance
    sound.play('verdict')
    if (!this.centre) this.uncentre()
  }

  clear() {
    this.dice = []
    this.floats = []
    this.centre = null
    this.verdict = null
    this.pacer.rewind()
    this.settle()
  }

  private move(event: KrosmasterEvent, start: Map<string, string>): boolean {
    const unit = event.unit
    if (!unit) return false
    const arrives = ARRIVES[event.kind]
    const to = arrives ? event[arrives] : null
    if (to) this.at = { ...this.at, [unit]: to }
    else if (event.kind === 'ko' || event.kind === 'removed') {
      if (this.fallen.includes(unit)) return false
      this.fallen = [...this.fallen, unit]
    } else if (event.kind === 'swapped' && event.with) {
      const here = this.at[unit] ?? start.get(unit)
      const there = this.at[event.with] ?? start.get(event.with)
      if (!here || !there) return false
      this.at = { ...this.at, [unit]: there, [event.with]: here }
    } else return false
    return true
  }

  private async throw(event: KrosmasterEvent, start: Map<string, string>) {
    const from = event.unit ? (this.at[event.unit] ?? start.get(event.unit)) : ''
    if (!event.unit || !from || !event.cell || event.cell === from) return
    this.strike = { key: ++this.key, unit: event.unit, from, to: event.cell }
    await this.pacer.rest()
  }

  private async roll(event: KrosmasterEvent, faces: string[]) {
    const isRolled = Boolean(event.dice?.length)
    const shown = { n: event.n, sentence: event.sentence, clause: event.clause ?? null, faces, isRolled }
    this.dice = [...this.dice, shown].slice(-2)
    clearTimeout(this.clearing)
    this.clearing = setTimeout(() => (this.dice = []), KEEP_DICE)
    if (isRolled && settings.pace !== 'instant' && !this.pacer.isSkipping) {
      this.verdict = null
      this.centre = shown
      this.uncentre()
    }
    await this.pacer.rest()
  }

  /** The dice leave the board by themselves, but not while all stands still, and at once when skipped. */
  private uncentre() {
    clearTimeout(this.centred)
    this.centred = setTimeout(() => {
      if (this.pacer.isPaused) return this.uncentre()
      this.centre = null
      this.verdict = null
    }, KEEP_CENTRE)
  }

  private land(landing: Landing) {
    const key = ++this.key
    this.floats = [...this.floats, { key, ...landing }]
    setTimeout(() => (this.floats = this.floats.filter((float) => float.key !== key)), KEEP_FLOAT)
  }
}

export const playback = new Playback()
