import { arranging } from './arranging.svelte'
import { cellName, COLUMNS } from './board/cells'
import type { KrosmasterDecision, KrosmasterOption, Reach, SpellHint, Unit } from '../protocol'
import { current, type Match } from '../state/match.svelte'
import { orientation } from '../state/orientation.svelte'
import { settings, t } from '../state/settings.svelte'

/** how long a card is still shown while the pointer rests beside its unit, in ms */
const LINGER = 700

/** How a cell answers a click now. */
export type Mark = 'reach' | 'target' | 'idle' | 'range' | 'hidden' | 'option'

/** What the player is about to do: the spell, figure or die in hand, the cell pointed at, the way to walk. */
class Intent {
  spell = $state<string | null>(null)
  figure = $state<string | null>(null)
  die = $state<string | null>(null)
  hover = $state<string | null>(null)
  cursor = $state<string | null>(null)
  isByKeyboard = $state(false)
  /** the cell pointed at since the last decision: its unit's card is shown */
  peek = $state<string | null>(null)
  inspected = $state<string | null>(null)
  /** the cell a finger has looked at, to be tapped again */
  touched = $state<string | null>(null)
  choosing = $state.raw<KrosmasterOption[]>([])
  /** why the one answer being chosen would come to nothing */
  doubt = $state('')
  /** the unit pointed at in a list: it is named on the board */
  listed = $state<string | null>(null)
  private leaving: ReturnType<typeof setTimeout> | undefined
  private way: string[] = []
  /** the activation whose end was asked about last */
  private askedEnd = ''
  private mover = ''

  reset() {
    this.askedEnd = ''
    this.spell = null
    this.figure = null
    this.die = null
    this.choosing = []
    arranging.clear()
  }

  private get match(): Match | null {
    return current.match
  }

  get decision(): KrosmasterDecision | null {
    return this.match?.decision ?? null
  }

  /** The cell that previews follow: the pointer's, or the keyboard cursor's. */
  get pointed(): string | null {
    return this.isByKeyboard ? this.cursor : this.hover
  }

  /** Whose turn it is to be read first: the figure being placed, or the unit that acts. */
  get acting(): Unit | undefined {
    if (this.decision?.kind === 'deployment') return this.match?.unit(this.figureInHand ?? this.figures.at(-1))
    return this.match?.actor ?? this.match?.unit(this.match.view?.turn.unit)
  }

  /** Another unit that is looked at beside it: pinned, or pointed at last. */
  get looked(): Unit | undefined {
    const unit = this.match?.unit(this.inspected) ?? this.match?.unitAt(this.peek)
    return unit?.id === this.acting?.id ? undefined : unit
  }

  /** The enemy whose threat is shown: pinned, pointed at, or under the cursor. */
  get threatening(): Unit | undefined {
    const decision = this.decision
    if (this.spell || decision?.kind !== 'activation') return undefined
    const unit = this.match?.unit(this.inspected) ?? this.match?.unitAt(this.pointed) ?? this.match?.unit(this.listed)
    return unit && unit.owner !== decision.seat && unit.at ? unit : undefined
  }

  /** The pointer is on a cell. Its unit's card stays while the pointer passes over empty cells, so that one can go and read it. */
  look(cell: string | null) {
    clearTimeout(this.leaving)
    if (!cell) return
    if (this.match?.unitAt(cell)) this.peek = cell
    else if (this.peek) this.leaving = setTimeout(() => (this.peek = null), LINGER)
  }

  lookAway() {
    this.inspected = null
    this.peek = null
    this.touched = null
  }

  get spellHint(): SpellHint | null {
    return (this.spell && this.decision?.hints?.spells?.[this.spell]) || null
  }

  reach = $derived.by<Map<string, Reach>>(() => {
    const all = this.decision?.hints?.reach ?? []
    return new Map(this.spell ? [] : all.map((reach) => [reach.cell, reach]))
  })

  /** The figures a deployment still has to place, in timeline order. */
  figures = $derived.by<string[]>(() => {
    const ids = new Set(this.match?.options('deploy').map((option) => option.unit ?? ''))
    const order = this.decision ? (this.match?.view?.players[this.decision.seat]?.timeline ?? []) : []
    return [...ids].sort((a, b) => order.indexOf(a) - order.indexOf(b))
  })

  get figureInHand(): string | null {
    return this.figure && this.figures.includes(this.figure) ? this.figure : (this.figures.find((id) => !arranging.places[id]) ?? null)
  }

  /** Whether a figure has been put down that may be taken up again. */
  get hasPutDown(): boolean {
    return this.figures.some((id) => arranging.places[id]) && !arranging.isConfirmed
  }

  /** Whether all figures to be placed have been put down. */
  get isArranged(): boolean {
    return this.figures.length > 0 && this.figures.every((id) => arranging.places[id])
  }

  /** Puts down whoever has no place yet. */
  arrangeRest() {
    this.figure = null
    if (this.decision) arranging.putRest(this.decision, this.figures)
  }

  /** Takes the figure put down last up again; whether there was one. */
  takeUp(): boolean {
    this.figure = null
    return this.figures.length > 0 && arranging.takeUp()
  }

  /** Deploys them as they have been put down; until then they may change places. */
  deploy() {
    if (!this.decision || !this.isArranged || this.match?.isWaiting) return
    this.figure = null
    arranging.confirm(this.decision, this.figures)
    this.asked(this.decision)
  }

  get inspirationDice(): string[] {
    const dice = this.decision?.dice
    if (dice?.length) return [...dice]
    return [...new Set(this.match?.options('inspire').map(faceOf))]
  }

  /** The options a click on a cell may mean. */
  optionsAt(cell: string): KrosmasterOption[] {
    const decision = this.decision
    if (!decision) return []
    if (this.spell) return decision.options.filter((option) => option.verb === 'cast' && option.spell === this.spell && option.cell === cell)
    if (decision.kind === 'deployment') return decision.options.filter((option) => option.verb === 'deploy' && option.unit === this.figureInHand && option.cell === cell)
    const here = this.match?.unitAt(cell)?.id
    if (this.match?.options('inspire').length) return decision.options.filter((option) => option.verb === 'inspire' && option.unit === here && faceOf(option) === this.dieInHand)
    if (decision.kind === 'activation') return decision.options.filter((option) => option.verb === 'move' && option.cell === cell)
    return decision.options.filter((option) => (option.cell ? option.cell === cell : Boolean(here) && option.unit === here))
  }

  get dieInHand(): string | null {
    return this.die && this.inspirationDice.includes(this.die) ? this.die : (this.inspirationDice[0] ?? null)
  }

  /** What is drawn on each cell before a click. */
  marks = $derived.by<Map<string, Mark>>(() => {
    const marks = new Map<string, Mark>()
    const decision = this.decision
    if (!decision) return marks
    const hint = this.spellHint
    if (this.spell && hint) {
      for (const cell of hint.range) marks.set(cell, 'range')
      for (const cell of Object.keys(hint.hidden)) marks.set(cell, 'hidden')
      for (const cell of hint.cells) marks.set(cell, cell in hint.idle ? 'idle' : 'target')
      return marks
    }
    for (const cell of this.reach.keys()) marks.set(cell, 'reach')
    if (decision.kind === 'activation') {
      for (const option of this.match?.options('move') ?? []) if (option.cell) marks.set(option.cell, 'reach')
      return marks
    }
    for (const option of decision.options) {
      const cell = option.cell ?? this.match?.unit(option.unit)?.at
      if (cell && this.optionsAt(cell).length) marks.set(cell, 'option')
    }
    return marks
  })

  /** What a click on the cell pointed at would do, where the judge can tell more about it. */
  get preview(): string {
    const cell = this.pointed
    if (!cell) return ''
    if (this.spell) return this.spellHint?.cells.includes(cell) ? `cast ${this.spell} ${cell}` : ''
    const reach = this.reach.get(cell)
    return reach && reach.lockers.length && reach.path.length === 1 ? `move ${cell}` : ''
  }

  /** The line the judge is asked about when the whole answer is wanted: what a click on the cell pointed at would try. */
  get question(): string {
    const cell = this.pointed
    if (!cell) return ''
    const options = this.optionsAt(cell)
    return options.length === 1 && options[0] ? options[0].do : this.wishAt(cell)
  }

  /** On a touch screen the first tap on such a cell only shows what would happen. */
  wantsLook(cell: string): boolean {
    const isAnother = Boolean(this.spell) && Boolean(this.match?.unitAt(cell)) && this.match?.unitAt(cell)?.id !== this.acting?.id
    return Boolean(isAnother || this.spellHint?.cells.includes(cell) || this.reach.get(cell)?.lockers.length)
  }

  chooseSpell(id: string | null) {
    this.choosing = []
    if (this.match) this.match.refusal = null
    const again = id === this.spell
    this.spell = again ? null : id
    if (!id || again || !this.match) return
    const hint = this.spellHint
    if (hint?.why) this.match.refusal = { do: `cast ${id} ${hint.range[0] ?? this.match.actor?.at ?? ''}`, refusal: { kind: 'illegal', clauses: hint.clauses, sentence: hint.why, facts: {} } }
  }

  /** A click or Enter on a cell. */
  act(cell: string) {
    const match = this.match
    const decision = this.decision
    if (!match || !decision) return this.inspect(cell)
    this.choosing = []
    this.doubt = ''
    this.peek = null
    if (this.figures.length) return this.arrange(cell)
    const options = this.optionsAt(cell)
    const reach = this.reach.get(cell)
    const doubt = this.spellHint?.idle[cell] ?? ''
    if (options.length === 1 && options[0] && !doubt) return this.take(options[0])
    if (options.length) {
      this.choosing = options
      this.doubt = doubt
      return
    }
    if (reach?.path.length) return this.walk(reach.path)
    const here = match.unitAt(cell)
    if (here && !this.spell && decision.kind !== 'deployment') return this.inspect(cell)
    const line = this.wishAt(cell)
    if (line) match.wish(line)
  }

  /** Puts the figure in hand down on a cell, or takes up the one there. */
  private arrange(cell: string) {
    if (this.match) this.match.refusal = null
    const there = arranging.at(cell)
    const inHand = this.figureInHand
    if (there && !this.figure) this.figure = there
    else if (there && there === inHand) this.figure = null
    else if (inHand && this.decision && arranging.put(this.decision, inHand, cell)) this.figure = null
    else this.match?.wish(`deploy ${inHand ?? this.figures[0]} ${cell}`)
  }

  /** What is asked about is the end of an activation that has much left. */
  get isUnspent(): boolean {
    return Boolean(this.doubt) && this.choosing[0]?.verb === 'end'
  }

  neverAsk() {
    const [end] = this.choosing
    settings.askEnd(false)
    if (end) this.take(end)
  }

  /** Whether the end of this activation is asked about first: the server says that much is unspent. Once for each. */
  private asksFirst(option: KrosmasterOption): boolean {
    const unspent = this.decision?.hints?.unspent ?? ''
    const turn = this.match?.view?.turn
    const activation = `${turn?.number} ${turn?.player} ${turn?.unit}`
    if (option.verb !== 'end' || !unspent || !settings.asksEnd || this.isUnspent || this.askedEnd === activation) return false
    this.askedEnd = activation
    this.choosing = [option]
    this.doubt = unspent
    return true
  }

  take(option: KrosmasterOption) {
    if (this.asksFirst(option)) return
    this.choosing = []
    this.doubt = ''
    if (option.verb === 'cast') this.spell = null
    this.match?.answer(option.do)
  }

  inspect(cell: string) {
    const unit = current.table?.unitAt(cell)?.id ?? null
    this.inspected = unit === this.inspected ? null : unit
  }

  private wishAt(cell: string): string {
    const decision = this.decision
    if (this.spell) return `cast ${this.spell} ${cell}`
    if (decision?.kind === 'deployment') return this.figures.length ? `deploy ${this.figureInHand ?? this.figures[0]} ${cell}` : ''
    if (decision?.kind === 'activation') return `move ${cell}`
    if (decision?.options.some((option) => option.verb === 'choose' && option.cell)) return `choose ${cell}`
    return ''
  }

  /** Walks a way cell by cell; a roll or anything unforeseen on it stops the walk. */
  private walk(path: string[]) {
    this.way = [...path]
    this.mover = this.match?.view?.turn.unit ?? ''
    this.step()
  }

  private step() {
    const next = this.way.shift()
    if (next) this.match?.answer(`move ${next}`)
  }

  /** Called whenever a new decision is asked. */
  asked(decision: KrosmasterDecision) {
    if (this.spell && !decision.options.some((option) => option.verb === 'cast' && option.spell === this.spell) && !decision.hints?.spells?.[this.spell]) this.spell = null
    this.choosing = []
    this.peek = null
    this.touched = null
    const line = arranging.next(decision)
    if (line) return this.match?.answer(line)
    if (!this.way.length) return
    const next = this.way[0]
    const isCalm = !this.match?.fresh.some((event) => event.dice?.length)
    const goesOn = isCalm && decision.kind === 'activation' && this.match?.view?.turn.unit === this.mover && decision.options.some((option) => option.verb === 'move' && option.cell === next)
    if (goesOn) this.step()
    else this.way = []
  }

  stop() {
    this.way = []
    arranging.stop()
  }

  /** Moves the cell cursor as the arrow points, whichever way the board lies. */
  moveCursor(right: number, up: number, start: string) {
    this.isByKeyboard = true
    const dx = orientation.turned ? -right : right
    const dy = orientation.turned ? -up : up
    const at = this.cursor ?? start
    const x = Math.min(11, Math.max(0, COLUMNS.indexOf(at[0] ?? 'a') + (this.cursor ? dx : 0)))
    const y = Math.min(12, Math.max(1, Number(at.slice(1)) + (this.cursor ? dy : 0)))
    this.cursor = cellName(x, y - 1)
    this.peek = this.cursor
  }

  /** What may be done on a cell, in words. */
  markTold(cell: string): string {
    const mark = this.marks.get(cell)
    const reach = this.reach.get(cell)
    if (reach) return t().costs(reach.mp)
    if (mark === 'target') return t().legalTarget
    if (mark === 'idle') return this.spellHint?.idle[cell] ?? ''
    return mark === 'range' ? t().inRange : mark === 'option' ? t().told.option : ''
  }

  /** Puts the cursor on the next cell where something can be done. */
  nextMark(back = false) {
    this.nextOf([...this.marks].filter(([, mark]) => mark !== 'range' && mark !== 'hidden' && mark !== 'idle').map(([cell]) => cell), back)
  }

  /** Puts the cursor on the next of some cells. */
  nextOf(cells: string[], back = false) {
    if (!cells.length) return
    this.isByKeyboard = true
    const at = cells.indexOf(this.cursor ?? '')
    this.cursor = cells[(at + (back ? -1 : 1) + cells.length) % cells.length] ?? null
    this.peek = this.cursor
  }
}

/** The face an inspiration option would give. */
export const faceOf = (option: KrosmasterOption): string => option.face ?? ''

export const intent = new Intent()
