import type { KaosOption, TriedLanding } from '../protocol'
import type { Trying } from './trying'
import type { Point } from './table.svelte'

const hundredth = (n: number) => Math.round(n * 100) / 100

/** A place where a spell, a skill or an object puts a figure down: the area that will do, and the place chosen in it. */
export class Landing {
  /** the answer whose place is chosen, by its line */
  of = $state<string | null>(null)
  found = $state.raw<TriedLanding | null>(null)
  area = $state.raw<[number, number][][]>([])
  /** another place than that of the answer was chosen */
  isMoved = $state(false)
  /** the place chosen last, which the server may not have judged yet */
  at = $state.raw<Point | null>(null)
  private asks = $state(0)
  private answered = $state(0)

  constructor(private readonly trying: Trying) {}

  /** An answer is pointed at: whether it asks for a place, and where that may be. */
  begin(option: KaosOption | undefined) {
    const line = option?.at ? option.do : null
    if (line === this.of) return
    this.of = line
    this.found = null
    this.area = []
    this.isMoved = false
    this.at = null
    if (line) this.ask(line)
  }

  /** Another place is chosen. */
  take({ x, y }: Point) {
    if (!this.of) return
    this.isMoved = true
    this.at = { x: hundredth(x), y: hundredth(y) }
    this.ask(this.of, this.at)
  }

  /** Whether what is known is of a place chosen before. */
  get isBehind(): boolean {
    return this.answered !== this.asks
  }

  private ask(line: string, at?: Point) {
    const turn = ++this.asks
    this.trying.ask({ kind: 'landing', line, ...(at ?? { area: true }) }, (found) => {
      if (found?.kind !== 'landing' || this.of !== line) return
      if (found.area) this.area = found.area
      if (turn !== this.asks) return
      this.found = found
      this.at ??= { x: found.at.x, y: found.at.y }
      this.answered = turn
    })
  }

  /** Whether a point is in the area that is drawn. */
  holds({ x, y }: Point): boolean {
    const crossed = this.area.flatMap((ring) => ring.filter(([ax, ay], n) => {
      const [bx, by] = ring[(n + 1) % ring.length] ?? [ax, ay]
      return ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)
    }))
    return crossed.length % 2 === 1
  }

  /** The line of an answer with the place that was chosen for it; its own while none was. */
  lineOf(option: KaosOption): string {
    return this.of === option.do && this.isMoved && this.found ? this.found.line : option.do
  }
}
