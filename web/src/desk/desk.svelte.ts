import { askDesk, troubleOf } from '../state/api'
import { Table } from '../krosmaster/position.svelte'
import type { DeskChange, DeskFault, DeskView, GameName } from '../protocol'
import { packsOf } from '../state/packs.svelte'
import { settings, t } from '../state/settings.svelte'
import type { Arrow } from '../table/arrows'
import { write, type Position } from './writing'

export { write, type Position }

/** What somebody can take back: the position, and what has been asked of it. */
interface Moment {
  document: Position
  after: string[]
}

const WAIT = 90
/** how many positions are looked at for the likeliest KO before it is told, and told anew */
const BOUNDS = [500, 5_000, 30_000]
const KEPT = 200

/**
 * A judge's question and its answer. The position is a document of this page: whoever changes it asks the engine
 * what it has become, and the newest answer counts.
 */
export class Desk {
  document = $state.raw<Position | null>(null)
  after = $state.raw<string[]>([])
  answers: string[] = []
  line = $state('')
  /** another release under which the line is judged too */
  other = $state('')
  marks = $state.raw<string[]>([])
  view = $state.raw<DeskView | null>(null)
  /** the last position that could be shown, and what is on it */
  board = $state.raw<DeskView['board']>(null)
  game = $state('')
  table = new Table()
  trouble = $state('')
  isAsking = $state(false)
  /** what is pointed out on the board: a cell or a place, and the piece there */
  pointed = $state('')
  piece = $state('')
  /** the unit of which is asked what it gets to */
  about = $state('')
  /** whether the likeliest KOs are asked for */
  isBest = $state(false)
  /** whether better ones are still looked for */
  isSearching = $state(false)
  /** what stands out on the board: a cell, or a place in centimetres */
  marked = $state('')
  /** arrows on a position that is in no study yet */
  arrows = $state.raw<Arrow[]>([])
  /** what a click on the board does while the position is set up; nothing: it points out */
  onpoint: ((place: string) => void) | null = null
  /** what a pointer that goes down there may drag, and what a key does; answers whether it does anything */
  ongrab: ((place: string, event: PointerEvent) => void) | null = null
  onkey: ((key: string) => boolean) | null = null
  /** the table as the engine has drawn it, while it is shown */
  drawing = $state.raw<SVGElement | null>(null)
  /** the piece that somebody wants to change: whoever sets the position up chooses it */
  wanted = $state('')

  private past = $state.raw<Moment[]>([])
  private future = $state.raw<Moment[]>([])
  private asked = 0
  /** the likeliest KOs found last, in which position, and with which of the bounds */
  private found: { of: string; best: NonNullable<DeskView['best']>; round: number } | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private pending: AbortController | undefined

  get faults(): DeskFault[] {
    return this.view?.faults ?? []
  }

  get canUndo(): boolean {
    return this.past.length > 0
  }

  get canRedo(): boolean {
    return this.future.length > 0
  }

  /** Who sets the position up is told what happens on the board, until it is done; answers how that ends. */
  setUp(hands: { point: (place: string) => void; grab: (place: string, event: PointerEvent) => void; key: (key: string) => boolean }) {
    this.onpoint = hands.point
    this.ongrab = hands.grab
    this.onkey = hands.key
    return () => {
      if (this.onpoint === hands.point) this.onpoint = this.ongrab = this.onkey = null
    }
  }

  /** A question out of a link. */
  open(code: string) {
    return this.begin({ link: code })
  }

  /** Something new: a link, a text, or the first turn of a match. What stood before can be taken back. */
  async begin(wanted: { link?: string; text?: string; game?: string; ground?: string; document?: Position }) {
    const before = this.document
    this.forget()
    this.marks = []
    this.other = ''
    this.about = ''
    this.isBest = false
    this.pointed = ''
    this.piece = ''
    const isRead = await this.send(wanted, true)
    if (isRead && before) this.past = [...this.past, { document: before, after: [] }].slice(-KEPT)
    if (isRead) this.future = []
    if (isRead) this.arrows = []
    return isRead
  }

  /** Changes the position; what the program saved of it besides no longer fits. */
  edit(change: (document: Position) => void) {
    if (!this.document) return
    const document = structuredClone($state.snapshot(this.document)) as Position
    delete document.exact
    delete document.profiles
    change(document)
    this.remember()
    this.document = document
    this.ask()
  }

  /** Does what the engine proposes about a fault. */
  mend(changes: readonly DeskChange[]) {
    this.edit((document) => changes.forEach(({ path, value }) => write(document, path, value)))
  }

  private remember() {
    if (!this.document) return
    this.past = [...this.past, { document: this.document, after: this.after }].slice(-KEPT)
    this.future = []
  }

  undo() {
    this.goBack(this.past, (moment) => {
      this.future = [...this.future, moment]
      this.past = this.past.slice(0, -1)
    })
  }

  redo() {
    this.goBack(this.future, (moment) => {
      this.past = [...this.past, moment]
      this.future = this.future.slice(0, -1)
    })
  }

  private goBack(from: Moment[], note: (now: Moment) => void) {
    const moment = from.at(-1)
    if (!moment || !this.document) return
    note({ document: this.document, after: this.after })
    this.document = moment.document
    this.after = moment.after
    this.ask()
  }

  /** Asks about a line. */
  judge(line: string) {
    this.line = line
    this.ask()
  }

  /** Plays a line, and goes on from there. */
  play(line: string) {
    this.remember()
    this.after = [...this.after, line]
    this.line = ''
    this.ask()
  }

  /** Plays lines, and asks about one after them. */
  foresee(lines: readonly string[]) {
    this.remember()
    this.after = [...this.after, ...lines.slice(0, -1)]
    this.line = lines.at(-1) ?? ''
    this.isBest = false
    this.ask()
  }

  /** Takes back lines that were played, from a number on. */
  takeBack(from: number) {
    this.remember()
    this.after = this.after.slice(0, from)
    this.ask()
  }

  /** Draws marks on a picture of the position; none: no picture. */
  draw(marks: string[]) {
    this.marks = marks
    this.ask()
  }

  /** Asks the engine, once nobody changes anything for a moment. */
  ask() {
    clearTimeout(this.timer)
    this.isAsking = true
    // An answer that is on its way is of a position that has changed since.
    this.asked += 1
    this.pending?.abort()
    this.isSearching = false
    this.timer = setTimeout(() => void this.send({ ...this.position(), line: this.line, answers: this.answers, other: this.other, marks: this.marks, about: this.about, best: this.isBest && this.found?.of !== this.searched() ? BOUNDS[0] : 0 }), WAIT)
  }

  private position() {
    return { document: this.document ?? undefined, after: this.after, packs: [...packsOf(this.game as GameName).forMatch] }
  }

  /** The position that KOs are looked for in, and the language they are told in. */
  private searched(): string {
    return JSON.stringify([this.document, this.after, settings.language])
  }

  /** Looks for better KOs, as long as the question stays as it is; what is asked besides begins no search anew. */
  private async search(number: number) {
    const of = this.searched()
    if (this.view?.best) this.found = { of, best: this.view.best, round: 0 }
    else if (this.isBest && this.view && this.found?.of === of) this.view = { ...this.view, best: this.found.best }
    for (let round = (this.found?.round ?? 0) + 1; round < BOUNDS.length; round += 1) {
      this.isSearching = this.isBest && number === this.asked && this.view?.best?.ended === false
      if (!this.isSearching) return
      const answer = await askDesk({ ...this.position(), best: BOUNDS[round] }, this.pending?.signal).catch(() => null)
      if (number !== this.asked) return
      if (!answer?.best || !this.view) break
      this.view = { ...this.view, best: answer.best }
      this.found = { of, best: answer.best, round }
    }
    this.isSearching = false
  }

  forget() {
    clearTimeout(this.timer)
    this.isSearching = false
    this.asked += 1
    this.pending?.abort()
  }

  private async send(wanted: Parameters<typeof askDesk>[0], isNew = false): Promise<boolean> {
    const number = ++this.asked
    this.pending?.abort()
    this.pending = new AbortController()
    this.isAsking = true
    const language = settings.language
    try {
      const view = await askDesk(wanted, this.pending.signal)
      if (number !== this.asked) return false
      this.take(view, isNew)
      if (language !== settings.language) this.ask()
      else void this.search(number)
      return true
    } catch (error) {
      if (number !== this.asked) return false
      this.trouble = troubleOf(error, t().noServer)
      return false
    } finally {
      if (number === this.asked) this.isAsking = false
    }
  }

  private take(view: DeskView, isNew: boolean) {
    this.trouble = ''
    this.view = view
    this.game = view.game
    this.document = view.document
    this.line = view.line
    this.after = view.after
    this.answers = view.answers
    if (!view.board) {
      // What is new altogether has nothing that could be shown in its place.
      if (isNew) this.board = this.table.view = null
      return
    }
    this.board = view.board
    this.table.view = view.board.kind === 'view' ? view.board.view : null
  }
}
