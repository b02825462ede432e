import type { MatchEvent } from '../protocol'
import { reducedMotion, settings } from './settings.svelte'

export interface Shown {
  n: number
  sentence: string
  clause: string | null
  faces: string[]
}

export interface Float {
  key: number
  unit: string
  text: string
  tone: 'injury' | 'heal' | 'ap' | 'mp' | 'plain'
}

const STEP = { calm: 230, quick: 110, instant: 0 }
const DICE = { calm: 1050, quick: 450, instant: 0 }
const LAND = { calm: 420, quick: 160, instant: 0 }
const KEEP_DICE = 6000
const KEEP_FLOAT = 1400
/** More than this at once (after a long absence) is only told in the log. */
const MOST_EVENTS = 40

const signed = (x: number) => (x < 0 ? `−${-x}` : `+${x}`)

function floatOf(event: MatchEvent): Pick<Float, 'text' | 'tone'> | null {
  const kind = event.kind
  const x = event.x
  if (/(^|-)ko/.test(kind)) return { text: 'KO', tone: 'injury' }
  if (x === null || x === undefined || x === 0) return null
  if (/heal/.test(kind)) return { text: `+${Math.abs(x)}`, tone: 'heal' }
  if (/injur|damage|suffer/.test(kind)) return { text: `−${Math.abs(x)}`, tone: 'injury' }
  if (/kama/.test(kind)) return { text: `${signed(x)} K`, tone: 'plain' }
  if (/(^|-)gg|glory/.test(kind)) return { text: `${signed(x)} GG`, tone: 'plain' }
  if (/(^|-)ap(-|$)/.test(kind)) return { text: `${signed(x)} AP`, tone: 'ap' }
  if (/(^|-)mp(-|$)/.test(kind)) return { text: `${signed(x)} MP`, tone: 'mp' }
  return null
}

/** Shows what has happened, one event after another: pieces walk, dice roll, numbers land. */
class Playback {
  /** where a piece is drawn while its move is being shown */
  at = $state<Record<string, string>>({})
  dice = $state<Shown[]>([])
  floats = $state<Float[]>([])
  spoken = $state('')
  private key = 0
  private clearing: ReturnType<typeof setTimeout> | undefined

  async play(events: MatchEvent[]) {
    if (!events.length) return
    this.spoken = events.map((event) => event.sentence).filter(Boolean).slice(-12).join(' ')
    if (events.length > MOST_EVENTS) return
    for (const event of events) {
      if (event.dice?.length) await this.roll(event)
      if (event.unit && event.to && (event.from || /mov|push|attract|place|deploy|teleport|replace/.test(event.kind))) {
        this.at = { ...this.at, [event.unit]: event.to }
        await pause(STEP[settings.pace])
      }
      const float = floatOf(event)
      const unit = event.target ?? event.unit
      if (float && unit) {
        this.land(unit, float)
        await pause(LAND[settings.pace])
      }
    }
  }

  settle() {
    this.at = {}
  }

  clear() {
    this.dice = []
    this.floats = []
    this.at = {}
  }

  private async roll(event: MatchEvent) {
    const shown = { n: event.n, sentence: event.sentence, clause: event.clause ?? null, faces: event.dice ?? [] }
    this.dice = [...this.dice, shown].slice(-2)
    clearTimeout(this.clearing)
    this.clearing = setTimeout(() => (this.dice = []), KEEP_DICE)
    await pause(DICE[settings.pace])
  }

  private land(unit: string, float: Pick<Float, 'text' | 'tone'>) {
    const key = ++this.key
    this.floats = [...this.floats, { key, unit, ...float }]
    setTimeout(() => (this.floats = this.floats.filter((f) => f.key !== key)), KEEP_FLOAT)
  }
}

const pause = (ms: number) =>
  ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, reducedMotion.current ? Math.min(ms, 350) : ms))

export const playback = new Playback()
