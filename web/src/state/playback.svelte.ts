import type { KrosmasterEvent, View } from '../protocol'
import { type Landing, landingOf } from './floats'
import { reducedMotion, settings } from './settings.svelte'

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

const STEP = { calm: 230, quick: 110, instant: 0 }
const DICE = { calm: 1050, quick: 450, instant: 0 }
const LAND = { calm: 420, quick: 160, instant: 0 }
const KEEP_DICE = 6000
const KEEP_FLOAT = 1400
/** More than this at once (after a long absence) is only told in the log. */
const MOST_EVENTS = 60
const MOST_SPOKEN = 14
/** Where a piece stands after an event of this kind. */
const ARRIVES: Record<string, 'to' | 'cell'> = { moved: 'to', displaced: 'to', placed: 'to', deployed: 'cell' }

/** Shows what has happened, one event after another: pieces walk, dice roll, numbers land. */
class Playback {
  /** where a piece is drawn while its move is being shown */
  at = $state<Record<string, string>>({})
  /** pieces that have left the arena in what is being shown */
  gone = $state<string[]>([])
  dice = $state<Shown[]>([])
  floats = $state<Float[]>([])
  spoken = $state('')
  private key = 0
  private clearing: ReturnType<typeof setTimeout> | undefined

  async play(events: KrosmasterEvent[], before: View) {
    this.spoken = events.map((event) => event.sentence).filter(Boolean).slice(-MOST_SPOKEN).join(' ')
    if (events.length > MOST_EVENTS) return
    const start = new Map(before.units.map((unit) => [unit.id, unit.at]))
    for (const event of events) {
      const dice = event.dice ?? event.faces
      if (dice?.length) await this.roll(event, dice)
      if (this.move(event, start)) await pause(STEP[settings.pace])
      const landing = landingOf(event)
      if (landing) {
        this.land(landing)
        await pause(LAND[settings.pace])
      }
    }
  }

  settle() {
    this.at = {}
    this.gone = []
  }

  clear() {
    this.dice = []
    this.floats = []
    this.settle()
  }

  private move(event: KrosmasterEvent, start: Map<string, string>): boolean {
    const unit = event.unit
    if (!unit) return false
    const arrives = ARRIVES[event.kind]
    const to = arrives ? event[arrives] : null
    if (to) this.at = { ...this.at, [unit]: to }
    else if (event.kind === 'removed') this.gone = [...this.gone, unit]
    else if (event.kind === 'swapped' && event.with) {
      const here = this.at[unit] ?? start.get(unit)
      const there = this.at[event.with] ?? start.get(event.with)
      if (!here || !there) return false
      this.at = { ...this.at, [unit]: there, [event.with]: here }
    } else return false
    return true
  }

  private async roll(event: KrosmasterEvent, faces: string[]) {
    const isRolled = Boolean(event.dice?.length)
    const shown = { n: event.n, sentence: event.sentence, clause: event.clause ?? null, faces, isRolled }
    this.dice = [...this.dice, shown].slice(-2)
    clearTimeout(this.clearing)
    this.clearing = setTimeout(() => (this.dice = []), KEEP_DICE)
    await pause(isRolled ? DICE[settings.pace] : STEP[settings.pace])
  }

  private land(landing: Landing) {
    const key = ++this.key
    this.floats = [...this.floats, { key, ...landing }]
    setTimeout(() => (this.floats = this.floats.filter((float) => float.key !== key)), KEEP_FLOAT)
  }
}

const pause = (ms: number) =>
  ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, reducedMotion.current ? Math.min(ms, 350) : ms))

export const playback = new Playback()
