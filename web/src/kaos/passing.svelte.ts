import type { KaosDecision, KaosEvent, KaosView, SeatName } from '../protocol'

/** What may be let be without asking: something free, a destiny point, an interception. */
export type Window = 'free' | 'destiny' | 'intercept'
/** When: never, while one's own figure plays, or always. */
export type Passing = 'off' | 'mine' | 'all'
/** Whoever intercepts meets a figure of the other player: there is no turn of one's own in which that is asked. */
export const PASSINGS: Record<Window, Passing[]> = { free: ['off', 'mine', 'all'], destiny: ['off', 'mine', 'all'], intercept: ['off', 'all'] }
export const WINDOWS: Window[] = ['free', 'destiny', 'intercept']
const KEYS: Record<Window, string> = { free: 'esquive.kaosPass', destiny: 'esquive.kaosPass.destiny', intercept: 'esquive.kaosPass.intercept' }
/** what lets a window be */
const DECLINES = ['pass', 'done']

/** with these something else is under way */
const BEGINS = ['activated', 'round']

const IDLE_KEY = 'esquive.kaosPass.idle'

/** What was let be: after which event, what was asked, what could have been done, and `why` that would change nothing. */
export interface Passed {
  n: number
  asked: string
  could: string[]
  why?: string
}

const kept = (window: Window): Passing => {
  const value = localStorage.getItem(KEYS[window]) as Passing
  return PASSINGS[window].includes(value) ? value : 'off'
}

function read(key: string): Passed[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]')
  } catch {
    return []
  }
}

/** Windows that nobody wants are let be by themselves; each is noted and stands in the log, so that nothing is hidden. */
export class Windows {
  modes = $state<Record<Window, Passing>>({ free: kept('free'), destiny: kept('destiny'), intercept: kept('intercept') })
  /** a window in which no answer can change anything is asked all the same */
  asksIdle = $state(localStorage.getItem(IDLE_KEY) === 'ask')
  /** what was let be since one last answered */
  notes = $state.raw<Passed[]>([])
  /** all that was let be in this match, as long as the page is open */
  log = $state.raw<Passed[]>([])
  private readonly key: string

  constructor(match: string) {
    this.key = `esquive.passed.${match}`
    this.log = read(this.key)
  }

  set(window: Window, mode: Passing) {
    this.modes[window] = mode
    localStorage.setItem(KEYS[window], mode)
  }

  setIdle(asks: boolean) {
    this.asksIdle = asks
    localStorage.setItem(IDLE_KEY, asks ? 'ask' : 'pass')
  }

  /** All are asked again: those that nobody wants, or where that is what was passed, those that change nothing. */
  askAll() {
    if (this.notes.some((one) => one.why)) this.setIdle(true)
    for (const window of WINDOWS) this.set(window, 'off')
  }

  /** Whether what was let be since one last answered, or anything nobody wants, would be let be again. */
  get isOn(): boolean {
    return WINDOWS.some((window) => this.modes[window] !== 'off') || (!this.asksIdle && this.notes.some((one) => one.why))
  }

  /** What kind of window a decision is, if it is one. */
  static of(decision: KaosDecision | null): Window | null {
    const kind = decision?.kind ?? ''
    if (kind.startsWith('free-')) return 'free'
    return kind === 'destiny' || kind === 'intercept' ? kind : null
  }

  /** The answer that lets a window be, if it is to be given without asking. */
  answer(decision: KaosDecision, view: KaosView, own: readonly SeatName[]): string | null {
    const window = Windows.of(decision)
    const isMine = view.turn.player !== undefined && own.includes(view.turn.player)
    const isIdle = Boolean(decision.idle) && !this.asksIdle
    const isUnwanted = window !== null && (this.modes[window] === 'all' || (this.modes[window] === 'mine' && isMine))
    if (!isIdle && !isUnwanted) return null
    return decision.options.find((one) => DECLINES.includes(one.do))?.do ?? null
  }

  /** A window is let be after the event `n`. */
  note(decision: KaosDecision, n: number) {
    const could = decision.options.filter((one) => !DECLINES.includes(one.do)).map((one) => one.label)
    const why = decision.idle && !this.asksIdle ? { why: decision.idle } : {}
    const one = { n, asked: decision.prompt, could: [...new Set(could)], ...why }
    this.notes = [...this.notes, one].slice(-6)
    this.keep([...this.log.filter((other) => other.n <= n), one])
  }

  /** Somebody else's turn has begun, or another round: what was let be before is told by the log alone. */
  goOn(events: readonly KaosEvent[]) {
    const begins = events.findLast((event) => BEGINS.includes(event.kind))?.n ?? -1
    if (this.notes.some((one) => one.n < begins)) this.notes = this.notes.filter((one) => one.n >= begins)
  }

  /** Answers were taken back: what was let be after the event `n` was not. */
  takeBack(n: number) {
    if (this.notes.some((one) => one.n > n)) this.notes = this.notes.filter((one) => one.n <= n)
    if (this.log.some((one) => one.n > n)) this.keep(this.log.filter((one) => one.n <= n))
  }

  private keep(log: Passed[]) {
    this.log = log
    sessionStorage.setItem(this.key, JSON.stringify(log))
  }

  clear() {
    if (this.notes.length) this.notes = []
  }
}
