import type { ClientMessage, KaosDraft, KaosDrafted } from '../protocol'

export type Found = NonNullable<KaosDrafted['found']>
type Kind = KaosDraft['kind']
interface Ask {
  draft: KaosDraft
  told: (found: Found | null) => void
}

/** ms between two asks of a hand that moves: twenty a second */
const PACE = 50
/** how many answers keep how long they took, for whoever measures */
const KEPT = 500

/**
 * Tries out answers in the making: of each kind the newest ask is sent, at most twenty a second. A newer one of the same
 * kind takes the place of those under way; another kind waits until they are answered, for the server answers the newest alone.
 */
export class Trying {
  /** the number of the last ask that was sent, and of the last that was answered or let go */
  number = 0
  answered = 0
  private waiting = new Map<Kind, Ask>()
  private underWay = new Map<number, Ask & { sent: number }>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private last = 0

  constructor(
    private readonly send: (message: ClientMessage) => boolean,
    private readonly version: () => number,
  ) {}

  /** Asks what a draft comes to; of a kind only the newest is told, null where the position is another one by now. */
  ask(draft: KaosDraft, told: (found: Found | null) => void) {
    this.waiting.delete(draft.kind)
    this.waiting.set(draft.kind, { draft, told })
    this.flush()
  }

  private flush() {
    clearTimeout(this.timer)
    const [kind] = [...this.underWay.values()].map((one) => one.draft.kind)
    const next = [...this.waiting.values()].find((one) => kind === undefined || one.draft.kind === kind)
    if (!next) return
    const pause = this.last + PACE - performance.now()
    if (pause > 0) return void (this.timer = setTimeout(() => this.flush(), pause))
    this.waiting.delete(next.draft.kind)
    this.last = performance.now()
    this.number += 1
    if (!this.send({ type: 'preview', number: this.number, version: this.version(), draft: { ...next.draft } })) return
    this.underWay.set(this.number, { ...next, sent: this.last })
    this.flush()
  }

  hear({ number, found }: KaosDrafted) {
    const ask = this.underWay.get(number)
    for (const one of this.underWay.keys()) if (one <= number) this.underWay.delete(one)
    this.answered = Math.max(this.answered, number)
    if (ask) {
      performance.measure('preview', { start: ask.sent, end: performance.now(), detail: number })
      if (performance.getEntriesByName('preview').length > KEPT) performance.clearMeasures('preview')
      ask.told(found)
    }
    this.flush()
  }

  /** Something went wrong, or the position is another one: what is under way is let go. */
  forget() {
    this.waiting.clear()
    this.fail()
  }

  /** What is under way will not be answered; what waits is asked. */
  fail() {
    this.underWay.clear()
    this.flush()
  }
}
