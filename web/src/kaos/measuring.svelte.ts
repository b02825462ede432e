import type { DraftSpot, KaosView, TriedBands, TriedField, TriedReach, TriedRuler, TriedSight } from '../protocol'
import type { Trying } from './trying'
import type { Hand } from './hand.svelte'
import { type Looking, type Point, standing, type Tool } from './table.svelte'

/** An end of the ruler: a figure by its id, or a point. */
export type End = string | Point

/** What somebody measures on the table: a length, sight, how far weapons carry, where a figure gets to. */
export class Measuring {
  from = $state.raw<End | null>(null)
  to = $state.raw<End | null>(null)
  /** the second end is laid down, and does not follow the pointer any more */
  isLaid = $state(false)
  ruler = $state.raw<TriedRuler | null>(null)
  sight = $state.raw<TriedSight | null>(null)
  /** what it sees of the whole table, before somebody is looked at */
  field = $state.raw<TriedField | null>(null)
  bands = $state.raw<TriedBands | null>(null)
  reach = $state.raw<TriedReach | null>(null)

  /** whose field was asked for, and from where */
  private fieldOf = ''

  constructor(
    private readonly trying: Trying,
    private readonly looking: Looking,
    private readonly hand: Hand,
  ) {}

  get tool(): Tool | null {
    return this.looking.tool
  }

  get figure(): string {
    return typeof this.from === 'string' ? this.from : ''
  }

  /** Takes a tool up, or puts it down. */
  take(tool: Tool, view: KaosView) {
    const isUp = this.looking.tool !== tool
    this.clear()
    if (!isUp) return
    this.looking.tool = tool
    const here = standing(view)
    const usual = this.looking.figure ?? this.hand.figure?.id ?? view.turn.figure
    this.from = here.some((one) => one.id === usual) ? (usual ?? null) : tool === 'ruler' ? null : (here[0]?.id ?? null)
    this.ask()
  }

  clear() {
    this.looking.tool = null
    this.from = this.to = null
    this.isLaid = false
    this.ruler = this.sight = this.field = this.bands = this.reach = null
    this.fieldOf = ''
  }

  /** Something on the table was pressed: an end of the ruler, who is looked at, or whose weapons and reach are shown. */
  press(what: End) {
    if (this.tool === 'ruler') {
      if (this.from === null || this.isLaid) {
        this.from = what
        this.to = this.ruler = null
        this.isLaid = false
      } else {
        this.to = what
        this.isLaid = true
      }
    } else if (typeof what !== 'string') return
    else if (this.tool === 'sight') {
      this.isLaid = !(this.isLaid && this.to === what)
      this.to = what === this.from ? null : what
    }
    else this.from = what
    this.ask()
  }

  /** The pointer is over something: the ruler follows it until it is laid down, and so does a look. */
  hover(what: End) {
    if ((this.tool === 'sight' && (typeof what !== 'string' || what === this.to)) || this.isLaid || this.from === null || what === this.from) return
    this.to = what
    this.ask()
  }

  set(end: 'from' | 'to', id: string) {
    if (end === 'from') this.from = id || null
    else this.to = id || null
    this.isLaid = this.to !== null
    this.ask()
  }

  /** An end as it is asked about: who is moved by hand counts where its ghost stands. */
  private spot(end: End): DraftSpot | string {
    const { ghost, figure, isOn } = this.hand
    if (typeof end !== 'string') return { x: Math.round(end.x * 100) / 100, y: Math.round(end.y * 100) / 100 }
    return isOn && ghost && end === figure?.id ? { x: ghost.x, y: ghost.y, facing: ghost.facing, figure: end } : end
  }

  /** Asks again on another position. */
  askAnew() {
    this.fieldOf = ''
    this.ask()
  }

  /** Asks again, as things are now. */
  ask() {
    const { tool, from, to } = this
    if (tool === 'ruler' && from !== null && to !== null) {
      this.trying.ask({ kind: 'ruler', start: this.spot(from), end: this.spot(to) }, (found) => found?.kind === 'ruler' && (this.ruler = found))
    }
    if (typeof from !== 'string' || !from) return
    const at = this.spot(from)
    const there = typeof at === 'string' ? {} : { at }
    if (tool === 'sight') {
      const asked = JSON.stringify([from, there])
      if (asked !== this.fieldOf) this.trying.ask({ kind: 'field', figure: from, ...there }, (found) => found?.kind === 'field' && (this.field = found))
      this.fieldOf = asked
    }
    if (tool === 'sight' && typeof to === 'string' && to !== from) {
      this.trying.ask({ kind: 'sight', figure: from, target: to, ...there }, (found) => found?.kind === 'sight' && (this.sight = found))
    }
    if (tool === 'bands') this.trying.ask({ kind: 'bands', figure: from }, (found) => found?.kind === 'bands' && (this.bands = found))
    if (tool === 'reach') this.trying.ask({ kind: 'reach', figure: from }, (found) => found?.kind === 'reach' && (this.reach = found))
  }
}
