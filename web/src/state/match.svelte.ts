import type { Chance, CompareMessage, KaosEvent, KrosmasterDecision, KrosmasterEvent, KrosmasterOption, KrosmasterState, Option, Phrase, Practice, Refused, RollAsked, SeatName, ServerMessage, Threat, Unit, View, WhyMessage } from '../protocol'
import { isInPage } from '../host/host'
import { Agree, type Result, resultOf } from './agree.svelte'
import { ApiError, askToken, createMatch, lineAddress, spoken } from './api'
import { Beside } from './beside.svelte'
import { Connection, type Link } from './connection'
import { FIRST } from '../games'
import { following } from './following.svelte'
import { orientation } from './orientation.svelte'
import { panels } from './panels.svelte'
import { announcer } from './announcer.svelte'
import { playback } from '../krosmaster/playback.svelte'
import { route } from './route.svelte'
import { t } from './settings.svelte'
import { Table } from '../krosmaster/position.svelte'
import { forgetMatch, keepMatch } from './tokens'
import { Trying } from '../kaos/trying'

/** Positions that were set up at the judge's desk to be put in place of a match's own, by match. */
export const corrections = new Map<string, Record<string, unknown>>()

/** A position of a game that has no table of its own in this client yet. */
export type TableState = Exclude<Extract<ServerMessage, { type: 'state' }>, KrosmasterState>

/** Who shows what has happened in a game that has no table here, one event after another. */
export interface Stage {
  shows(events: readonly KaosEvent[]): boolean
  play(events: readonly KaosEvent[], before: TableState['view'], told: (event: KaosEvent) => void): Promise<void>
  glance(events: readonly KaosEvent[]): void
  settle(): void
  unhurry(): void
  rewind(): void
  clear(): void
}

/** Whether all that an outcome says of units is so. */
const holds = ({ ends = {} }: Chance, view: View) =>
  Object.keys(ends).length > 0 &&
  Object.entries(ends).every(([path, value]) => {
    const [id, fact] = path.split('.')
    const unit = view.units.find((one) => one.id === id)
    return Boolean(unit && fact && unit[fact as keyof Unit] === value)
  })

/** One match as this client sees it: the last view, the decision to take, all events, and the talk with the server. */
export class Match extends Table {
  decision = $state.raw<KrosmasterDecision | null>(null)
  events = $state.raw<KrosmasterEvent[]>([])
  /** the number of the last event that has been shown; what comes after it is not yet in the log */
  private seen = $state(Infinity)
  /** what happened since the last answer */
  fresh: KrosmasterEvent[] = []
  link = $state<Link>('connecting')
  refusal = $state.raw<{ do: string; refusal: Refused } | null>(null)
  why = $state.raw<WhyMessage | null>(null)
  /** the last answer of the judge, kept for the panel that shows all of it */
  judged = $state.raw<WhyMessage | null>(null)
  /** what units threaten as things stand, as far as it was asked */
  threats = $state.raw<Record<string, Threat>>({})
  /** the last line judged under both rulebooks */
  compared = $state.raw<CompareMessage | null>(null)
  /** the seats this client answers for */
  own = $state.raw<SeatName[]>([])
  /** of a shared screen: who holds it, and has said so */
  holder = $state<SeatName | null>(null)
  /** dice are thrown on a real table, and entered here */
  isByHand = $state(false)
  /** what is to be thrown there now */
  roll = $state.raw<RollAsked | null>(null)
  /** its dice that were entered already */
  thrown = $state.raw<Option[]>([])
  /** how far one has come in an exercise, in a match of practice */
  practice = $state.raw<Practice | null>(null)
  /** who is here, the clocks, what is said */
  readonly beside = new Beside()
  trouble = $state('')
  isWaiting = $state(false)
  isPlaying = $state(false)
  /** what kind of decision whoever is asked has before them */
  asks = $state('')

  /** the version of what is shown; `version` is that of the last message */
  shown = $state(0)
  /** what is told of a game that is drawn by its engine */
  tableState = $state.raw<TableState | null>(null)
  /** what has happened in it */
  told = $state.raw<KaosEvent[]>([])
  /** shows it, where there is somebody to */
  stage: Stage | null = null
  private others: TableState[] = []
  /** what the judge has said of lines of the decision asked now, by line */
  whys = $state.raw<Record<string, WhyMessage>>({})
  /** lines the judge is still to be asked about: one at a time, so that an answer never waits for many */
  private wondering: string[] = []
  /** what the players wish of one another */
  readonly agree = new Agree(
    (wish) => this.connection.send(wish),
    () => this.own,
  )
  /** what is tried out before it is answered */
  readonly trying = new Trying(
    (message) => this.connection.send(message),
    () => this.version,
  )
  private version = 0
  /** everything is told again: at the start, and in another language */
  private isLearning = true
  private inbox: KrosmasterState[] = []
  private connection: Connection
  private asked = ''
  /** the odds that were read of the line last answered, until it is seen what came of it */
  private expected: Chance[] = []
  private wished = ''
  /** the number of the last event before this client's last answer */
  answered = -1
  /** threats that are told together, once all are here */
  private wondered: { units: string[]; told: () => void } | null = null

  constructor(
    readonly id: string,
    readonly token: string,
  ) {
    super()
    this.connection = new Connection(
      () => lineAddress(id),
      spoken(token),
      () => this.version,
      (message) => this.receive(message),
      (link) => {
        this.link = link
        this.isWaiting = false
        if (link !== 'open') this.trying.forget()
      },
    )
  }

  /** Asks for everything again, in the language chosen now. */
  relearn() {
    this.version = 0
    this.isLearning = true
    playback.clear()
    this.connection.reopen()
  }

  close() {
    this.connection.close()
    this.beside.close()
    playback.clear()
    panels.reset()
    orientation.reset()
  }

  answer(line: string) {
    if (this.isWaiting || (this.tableState && this.isPlaying) || !(this.decision ?? this.tableState?.decision)) return
    this.wondering = []
    this.trouble = ''
    this.expected = this.why?.do === line ? (this.why.odds ?? []) : []
    this.refusal = null
    this.why = null
    this.answered = this.events.at(-1)?.n ?? -1
    this.isWaiting = this.connection.send({ type: 'answer', version: this.version, do: line })
  }

  /** Enters how the dice fell, or which card was drawn, on the table. */
  enter(line: string) {
    if (this.isWaiting || !this.roll) return
    this.trouble = ''
    this.isWaiting = this.connection.send({ type: 'answer', version: this.version, do: line })
  }

  /** The position that is to be put in place of this one, as soon as the match is there. */
  putRight() {
    const document = corrections.get(this.id)
    if (!document || !this.isByHand || this.link !== 'open') return
    corrections.delete(this.id)
    this.isWaiting = this.connection.send({ type: 'wish', what: 'correct', version: this.version, document })
  }

  /** Whether somebody here plays for all people of a match whose dice are entered: then the position can be put right. */
  get canPutRight(): boolean {
    return this.isByHand && !this.result && this.own.length > 0 && this.players.every((player) => player.agent !== 'human' || this.own.includes(player.seat))
  }

  /** Asks for the odds, area and targets of something that may be done. */
  askWhy(line: string) {
    if (this.why?.do === line) return
    this.asked = line
    this.connection.send({ type: 'why', do: line })
  }

  /** Asks the judge about lines, one after the other, and keeps what it says; what was to be asked besides is let be. */
  wonder(lines: string[]) {
    const [underWay] = this.wondering
    const wanted = lines.filter((line) => !(line in this.whys) && line !== underWay)
    this.wondering = underWay === undefined ? wanted : [underWay, ...wanted]
    if (underWay === undefined) this.wonderNext()
  }

  private wonderNext() {
    const [line] = this.wondering
    if (line !== undefined && !this.connection.send({ type: 'why', do: line })) this.wondering = []
  }

  /** Asks what a line comes to under the game's other rulebook. */
  askBoth(line: string) {
    this.connection.send({ type: 'compare', do: line })
  }

  /** Asks what a unit threatens in its next turn. */
  askThreat(unit: string) {
    if (this.decision && !this.threats[unit]) this.connection.send({ type: 'threat', unit })
  }

  /** Asks what several units threaten; `told` is called once all is known. */
  askThreats(units: string[], told: () => void) {
    this.wondered = { units, told }
    for (const unit of units) this.askThreat(unit)
    this.tellThreats()
  }

  private tellThreats(): boolean {
    const { units, told } = this.wondered ?? {}
    if (units?.every((unit) => this.threats[unit])) {
      this.wondered = null
      told?.()
    }
    return Boolean(units)
  }

  /** Says one of the phrases to everybody at the table. */
  say(phrase: Phrase) {
    this.connection.send({ type: 'say', phrase })
  }

  /** Wishes that the clocks stand still, or wishes it no more. */
  pause(on: boolean) {
    this.connection.send({ type: 'pause', on })
  }

  /** Something was wished for that is not among the options: the refusal says why not. */
  wish(line: string) {
    this.wished = line
    this.connection.send({ type: 'why', do: line })
  }

  /** What has happened, as far as it has been shown. */
  get log(): KrosmasterEvent[] {
    const shown = this.seen === Infinity ? this.events : this.events.filter((event) => event.n <= this.seen)
    return this.withTime(shown)
  }

  /** What has happened in a game that has its own page. */
  get tableLog(): KaosEvent[] {
    return this.withTime(this.told)
  }

  /**
   * Whose time was out stands before what the server answered then, and last of all how players have ended the match by
   * themselves, or a clock has; no event of the game tells either.
   */
  private withTime<E extends KrosmasterEvent | KaosEvent>(shown: E[]): E[] {
    const outs = this.beside.clock?.ran_out ?? []
    const { ended } = this.agree
    if (!outs.length && !ended) return shown
    const last = shown.at(-1)?.n ?? -1
    const line = (n: number, kind: string, sentence: string, seat: SeatName | null) => ({ n, kind, clause: '', sentence, seat }) as E
    const told = outs.map(({ seat, event }) => line(event - 0.5, 'time', t().beside.ranOut(this.nameOf(seat)), seat)).filter((one) => one.n <= last)
    if (ended && !this.isPlaying) told.push(line(last + 0.5, 'ended-by-players', ended.sentence, ended.by))
    return [...shown, ...told].toSorted((one, other) => one.n - other.n)
  }

  get actor(): Unit | undefined {
    return this.unit(this.decision?.unit ?? this.view?.turn.unit)
  }

  /** It is the turn of somebody at this screen, and somebody elsewhere plays along. */
  get isAwaited(): boolean {
    const isAsked = this.tableState ? Boolean(this.tableState.decision) : Boolean(this.decision)
    return isAsked && this.players.some((player) => player.agent === 'human' && !this.own.includes(player.seat))
  }

  /** Somebody plays along who is sent letters: the page hosts the match, and the other's seat is not here. */
  get isByLetters(): boolean {
    return isInPage && this.own.length > 0 && this.players.some((player) => player.agent === 'human' && !this.own.includes(player.seat))
  }

  /** How the match has ended, if it has. */
  get result(): Result | null {
    return resultOf(this.tableState ? this.tableState.view : this.view, this.agree.ended)
  }

  options(verb: string): KrosmasterOption[] {
    return this.decision?.options.filter((option) => option.verb === verb) ?? []
  }

  private receive(message: ServerMessage) {
    this.link = 'open'
    if (message.type === 'state') {
      const isNews = message.version !== this.version || message.events.length > 0 || JSON.stringify(message.players) !== JSON.stringify(this.players)
      this.agree.hear(message)
      this.version = message.version
      this.isByHand = message.dice === 'table'
      if (!isNews) return void (this.isWaiting = false)
      this.players = message.players
      if (message.game !== 'krosmaster') this.hear(message)
      else {
        this.inbox.push(message)
        if (!this.isPlaying) void this.pump()
      }
      this.putRight()
    } else if (message.type === 'refused') {
      this.isWaiting = false
      this.refusal = { do: message.do, refusal: message.refusal }
      announcer.text = message.refusal.sentence
    } else if (message.type === 'why') {
      this.judge(message)
    } else if (message.type === 'compare') {
      this.compared = message
    } else if (message.type === 'preview') {
      this.trying.hear(message)
    } else if (message.type === 'table') {
      this.beside.hear(message)
    } else if (message.type === 'said') {
      this.beside.hearPhrase(message)
    } else if (message.type === 'later') {
      this.beside.wait(message.delay, message.wait)
    } else if (message.type === 'threat') {
      this.threats = { ...this.threats, [message.unit]: message }
      if (this.tellThreats()) return
      const names = message.hits.map((id) => this.unit(id)?.name ?? id).join(', ')
      announcer.text = `${t().threatens(this.unit(message.unit)?.name ?? '', message.reach.length)} ${names ? t().couldHit(names) : t().couldHitNobody}`
    } else {
      this.fail(message)
    }
  }

  /** A position of a game that has no table here but its own page: shown once what led to it has been. */
  private hear(message: TableState) {
    this.others.push(message)
    if (!this.isPlaying) void this.pumpOthers()
  }

  private async pumpOthers() {
    this.isPlaying = true
    for (let message = this.others.shift(); message; message = this.others.shift()) {
      const isFirst = this.isLearning
      this.isLearning = false
      const { since } = message
      const stands = isFirst ? [] : this.told.filter((event) => event.n < since)
      const known = stands.at(-1)?.n ?? -1
      const fresh = message.events.filter((event) => event.n > known)
      const isTakenBack = !isFirst && stands.length < this.told.length
      if (isFirst || isTakenBack) this.stage?.clear()
      this.told = stands
      if (!isFirst && !isTakenBack && this.tableState && this.stage?.shows(fresh)) await this.stage.play(fresh, this.tableState.view, (event) => (this.told = [...this.told, event]))
      else {
        this.told = [...stands, ...fresh]
        if (!isFirst) this.stage?.glance(fresh)
      }
      // It is said once it has been shown.
      const sentences = fresh.slice(-6).map((event) => event.sentence)
      announcer.text = [...sentences, message.decision?.prompt ?? ''].join(' ').trim()
      this.show(message)
    }
    this.isPlaying = false
  }

  private show(message: TableState) {
    if (this.tableState?.view.turn.figure !== message.view.turn.figure) this.stage?.unhurry()
    this.own = message.own
    this.tableState = message
    this.roll = message.roll
    this.thrown = []
    this.practice = message.practice
    this.shown = message.version
    this.wondering = []
    this.whys = {}
    this.refusal = null
    this.isWaiting = false
    this.trouble = ''
    this.stage?.settle()
    const { result } = this
    const asked = message.players.find((player) => player.seat === message.asked)
    if (result || asked?.agent === 'human') this.stage?.rewind()
    if (result && !message.decision) announcer.text = `${announcer.text} ${result.reason}`.trim()
  }

  private judge(message: WhyMessage) {
    if (this.tableState) {
      this.whys = { ...this.whys, [message.do]: message }
      if (this.wondering[0] === message.do) this.wondering.shift()
      this.wonderNext()
    }
    if (message.do === this.asked) this.why = message
    if (message.do === this.asked || message.do === this.wished) this.judged = message
    if (message.do !== this.wished || message.legal) return
    this.wished = ''
    const failing = message.conditions.find((condition) => !condition.holds)
    if (!failing) return
    this.refusal = { do: message.do, refusal: { kind: 'illegal', clauses: failing.clauses, sentence: failing.sentence, facts: failing.facts } }
    announcer.text = failing.sentence
  }

  private fail(message: Extract<ServerMessage, { type: 'error' }>) {
    this.isWaiting = false
    this.wondering = []
    this.trying.fail()
    if (message.code === 'too-many-phrases' || message.code === 'no-clock') return this.beside.tell(`${message.message} ${message.fix}`)
    if (message.code === 'stale-version') {
      this.beside.tell(t().beside.goneOn)
      this.connection.send({ type: 'hello', version: this.events.length ? this.shown : 0 })
      return
    }
    this.thrown = []
    this.trouble = [message.message, message.fix].filter(Boolean).join(' ')
    if (['no-such-match', 'bad-token', 'forbidden', 'cannot-resume'].includes(message.code)) {
      this.connection.close()
      if (message.code === 'cannot-resume') this.link = 'gone'
      else void this.comeBack()
    }
  }

  /** The token counts no more, or there was none: whoever has a seat here gets another one, others may watch. */
  private async comeBack() {
    const found = await askToken(this.id).catch(() => null)
    if (current.match !== this) return
    if (found) keepMatch(this.id, found.token)
    else if (this.token) forgetMatch(this.id)
    else return void (this.link = 'gone')
    current.open(this.id, found?.token ?? '')
  }

  /** What was read before the answer, beside what came of it. */
  private compareOdds(message: KrosmasterState) {
    const came = this.expected.filter((chance) => holds(chance, message.view))
    // Several ways may lead to the same end: it is told by the shortest, as likely as all of them.
    const [told] = came.toSorted((one, other) => one.text.length - other.text.length)
    if (told) playback.judge({ ...told, percent: Math.round(came.reduce((sum, one) => sum + one.percent, 0) * 10) / 10 })
    if (came.length || message.decision?.kind === 'activation') this.expected = []
  }

  private ask(message: KrosmasterState) {
    this.decision = message.decision
    this.roll = message.roll
    this.thrown = []
    const result = this.result
    if (message.decision || result) playback.pacer.rewind()
    if (message.decision) announcer.text = `${announcer.text} ${message.decision.prompt}`.trim()
    else if (result) announcer.text = result.reason
    else if (message.roll) announcer.text = `${announcer.text} ${message.roll.prompt}`.trim()
  }

  /** Plays what has arrived, message after message; only the last one's decision is asked. */
  private async pump() {
    this.isPlaying = true
    for (let message = this.inbox.shift(); message; message = this.inbox.shift()) {
      const isFirst = this.isLearning
      this.isLearning = false
      const stands = isFirst ? [] : this.events.filter((event) => event.n < message.since)
      const isTakenBack = !isFirst && stands.length < this.events.length && message.version > this.shown
      const before = isTakenBack ? stands : this.events
      const known = isFirst ? -1 : (before.at(-1)?.n ?? -1)
      const fresh = message.events.filter((event) => event.n > known)
      this.fresh = fresh
      this.decision = null
      this.roll = null
      this.refusal = null
      this.why = null
      this.judged = null
      this.threats = {}
      this.wondered = null
      // Who comes back is told what this turn has brought.
      if (isFirst) this.answered = (message.events.findLast((event) => event.kind === 'turn')?.n ?? 0) - 1
      this.seen = isFirst ? Infinity : known
      this.events = isFirst ? message.events : [...before, ...fresh]
      if (isTakenBack) {
        playback.clear()
        announcer.text = t().agree.takenBack
      }
      const turn = this.view?.turn
      if (turn && (turn.number !== message.view.turn.number || turn.player !== message.view.turn.player)) playback.pacer.unhurry()
      if (this.view && !isFirst) await playback.play(fresh, this.view, (n) => (this.seen = n))
      this.seen = Infinity
      this.view = message.view
      this.asks = message.asks
      this.shown = message.version
      this.own = message.own
      this.practice = message.practice
      orientation.look(message.view, message.own)
      playback.settle()
      this.compareOdds(message)
      if (!this.inbox.length) this.ask(message)
      this.isWaiting = false
      this.trouble = ''
    }
    this.isPlaying = false
  }
}

/** The match being played, if any: it outlives a visit to a rule's page. */
class Current {
  match = $state.raw<Match | null>(null)
  /** the position of the replay being looked at, if any */
  replayed = $state.raw<Table | null>(null)

  /** What lies on the table now. */
  get table(): Table | null {
    return this.replayed ?? this.match
  }

  open(id: string, token: string) {
    if (this.match?.id === id && this.match.token === token) return this.match.putRight()
    this.close()
    this.match = new Match(id, token)
  }

  close() {
    this.match?.close()
    this.match = null
  }
}

export const current = new Current()

/** Starts a match and goes there. */
export async function startMatch(setup: Parameters<typeof createMatch>[0]): Promise<string> {
  try {
    const { id, token } = await createMatch({ ...setup, ...following.after(setup.game ?? FIRST) })
    following.end()
    keepMatch(id, token)
    localStorage.setItem('esquive.setup', JSON.stringify(setup))
    route.go(`#/match/${id}`)
    return ''
  } catch (error) {
    return error instanceof ApiError ? [error.message, error.fix].filter(Boolean).join(' ') : String(error)
  }
}
