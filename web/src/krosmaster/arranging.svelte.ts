import type { KrosmasterDecision } from '../protocol'

/** Where the figures of a deployment are to stand, as long as it has not been said: until then they may change places. */
class Arranging {
  /** the cell of each figure that has been put down, by its id */
  places = $state.raw<Readonly<Record<string, string>>>({})
  /** what is still to be answered of what was confirmed */
  private lines = $state.raw<readonly string[]>([])
  private seat = ''

  get isConfirmed(): boolean {
    return this.lines.length > 0
  }

  /** The figure that has been put down on a cell. */
  at(cell: string): string | undefined {
    return Object.keys(this.places).find((figure) => this.places[figure] === cell)
  }

  clear() {
    this.places = {}
    this.lines = []
  }

  /** Puts a figure down, if it may stand there; whoever stands there takes its place, or is taken up again. */
  put(decision: KrosmasterDecision, figure: string, cell: string): boolean {
    if (!lineOf(decision, figure, cell)) return false
    const other = this.at(cell)
    const places: Record<string, string> = { ...this.places }
    const from = places[figure]
    delete places[figure] // who is put down last stands last
    if (other && from && lineOf(decision, other, from)) places[other] = from
    else if (other) delete places[other]
    places[figure] = cell
    this.places = places
    return true
  }

  /** Takes the figure up again that was put down last; whether there was one. */
  takeUp(): boolean {
    const last = Object.keys(this.places).at(-1)
    if (!last || this.isConfirmed) return false
    this.places = Object.fromEntries(Object.entries(this.places).filter(([figure]) => figure !== last))
    return true
  }

  /** Puts down whoever has no place yet, by chance. */
  putRest(decision: KrosmasterDecision, figures: readonly string[]) {
    for (const figure of figures) {
      if (this.places[figure]) continue
      const cells = decision.options.flatMap((one) => (one.verb === 'deploy' && one.unit === figure && one.cell && !this.at(one.cell) ? [one.cell] : []))
      const cell = cells[Math.floor(Math.random() * cells.length)]
      if (cell) this.put(decision, figure, cell)
    }
  }

  /** It is to be so: the lines are answered one after the other; `next` tells each. */
  confirm(decision: KrosmasterDecision, figures: readonly string[]) {
    this.seat = decision.seat
    this.lines = figures.flatMap((figure) => lineOf(decision, figure, this.places[figure] ?? '') ?? [])
  }

  /** The next line to answer with; none, and nothing put down any more, once something else is asked. */
  next(decision: KrosmasterDecision): string | undefined {
    const [line, ...rest] = this.lines
    if (decision.kind !== 'deployment' || (line && decision.seat !== this.seat)) this.clear()
    else if (line) {
      this.lines = decision.options.some((one) => one.do === line) ? rest : []
      return this.lines === rest ? line : undefined
    } else if (this.seat === decision.seat && !Object.keys(this.places).some((figure) => decision.options.some((one) => one.unit === figure))) this.clear()
    return undefined
  }

  /** What was confirmed is not answered any further; what has been put down stays. */
  stop() {
    this.lines = []
  }
}

const lineOf = (decision: KrosmasterDecision, figure: string, cell: string) => decision.options.find((one) => one.verb === 'deploy' && one.unit === figure && one.cell === cell)?.do

export const arranging = new Arranging()
