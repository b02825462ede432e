import type { ClockView, Phrase, SaidMessage, SeatName, TableMessage } from '../protocol'

const MUTE = 'esquive.mute'
/** how long a phrase stands, in ms */
const STANDS = 6000
/** a clock is low below so many seconds, or so much of what there is for a turn or in all */
const LOW = 30
const LOW_PART = 0.25

export interface TimeLeft {
  turn: number | null
  total: number | null
  low: boolean
}

/** What goes on beside a game: who is here, who watches, the clocks, what was said. */
export class Beside {
  table = $state.raw<TableMessage | null>(null)
  /** what was said last, or told calmly */
  said = $state.raw<SaidMessage | null>(null)
  note = $state('')
  /** for who watches with a delay before there is anything to see */
  later = $state.raw<{ delay: number; until: number } | null>(null)
  muted = $state(localStorage.getItem(MUTE) === 'on')
  /** the time, in ms, while a clock runs */
  now = $state(0)
  private at = 0
  private beat: ReturnType<typeof setInterval> | undefined
  private falls: ReturnType<typeof setTimeout> | undefined

  hear(message: TableMessage) {
    this.table = message
    this.at = this.now = performance.now()
    clearInterval(this.beat)
    if (message.clock?.ticking) this.beat = setInterval(() => (this.now = performance.now()), 500)
  }

  hearPhrase(message: SaidMessage) {
    if (this.muted) return
    this.said = message
    this.note = ''
    this.fall()
  }

  tell(note: string) {
    this.note = note
    this.said = null
    this.fall()
  }

  mute(on: boolean) {
    this.muted = on
    localStorage.setItem(MUTE, on ? 'on' : 'off')
    if (on) this.said = null
  }

  close() {
    clearInterval(this.beat)
    clearTimeout(this.falls)
  }

  wait(delay: number, seconds: number) {
    this.later = { delay, until: Date.now() + seconds * 1000 }
  }

  get clock(): ClockView | null {
    return this.table?.clock ?? null
  }

  /** Since when somebody is not here; "" for who is, and for a seat nobody has taken. */
  gone(seat: SeatName): string {
    return this.table?.seats.find((one) => one.seat === seat)?.since ?? ''
  }

  /** What a seat has left by now. */
  left(seat: SeatName): TimeLeft | null {
    const clock = this.clock
    const left = clock?.left.find((one) => one.seat === seat)
    if (!clock || !left) return null
    const gone = clock.ticking === seat ? Math.max(0, this.now - this.at) / 1000 : 0
    const rest = (seconds: number | null) => (seconds === null ? null : Math.max(0, seconds - gone))
    const [turn, total] = [rest(left.turn), rest(left.total)]
    const isLow = (rest: number | null, all: number) => rest !== null && rest <= Math.min(LOW, all * LOW_PART)
    return { turn, total, low: isLow(turn, clock.turn) || isLow(total, clock.total) }
  }

  private fall() {
    clearTimeout(this.falls)
    this.falls = setTimeout(() => {
      this.said = null
      this.note = ''
    }, STANDS)
  }
}

/** All there is to say. */
export const PHRASES: Phrase[] = ['hello', 'good-luck', 'well-played', 'what-luck', 'oops', 'one-moment', 'thank-you', 'good-game']

/** Seconds as people read them. */
export function timeOf(seconds: number): string {
  const whole = Math.ceil(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, String(whole % 60).padStart(2, '0')]
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
