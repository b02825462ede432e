import { partsOf } from '../games'
import type { Drawing, Replay, SeatName } from '../protocol'
import { ApiError, getReplay, getReplayStep, matchReplay } from './api'
import { orientation } from './orientation.svelte'
import type { Pacer } from './pacer.svelte'
import type { ReplayPart } from './route.svelte'
import { settings, t } from './settings.svelte'
import { Table } from '../krosmaster/position.svelte'
import { tokenOf } from './tokens'

/** how long a step is shown at the usual speed, in ms, once all of it has been seen */
const STEP = 900
export const SPEEDS = [0.5, 1, 2, 4] as const
const SPEED = 'esquive.replaySpeed'
/** what one goes on and back by: a single answer or roll, a walk or an attack with its rolls, a turn */
export const STRIDES = ['step', 'action', 'turn'] as const
export type Stride = (typeof STRIDES)[number]
const STRIDE = 'esquive.replayStride'
/** More steps than this are not shown one after another, but the last of them alone. */
const MOST_SHOWN = 24
const MOST_KEPT = 400

/** What happened, as the game's events are told; a game has more to say of each. */
export interface Told {
  n: number
  kind: string
  clause: string
  sentence: string
}

/** The table on which steps are shown as they happen: it shows events that follow a position, and tells of each when it has been seen. */
export interface Showing {
  readonly pacer: Pacer
  play(events: readonly Told[], before: unknown, told: (n: number) => void): Promise<void>
  clear(): void
  settle(): void
  turn(): void
  near?: () => void
}

/** A record being looked at: its steps, the one shown, and its drawing. It outlives a visit to a rule's page. */
class Replaying {
  replay = $state.raw<Replay | null>(null)
  /** the step asked for */
  step = $state(0)
  /** the drawing shown: that of the step asked for once it has come */
  drawing = $state.raw<Drawing | null>(null)
  trouble = $state('')
  isPlaying = $state(false)
  /** how many times as fast as usual it plays */
  speed = $state<number>(SPEEDS.find((speed) => String(speed) === localStorage.getItem(SPEED)) ?? 1)
  stride = $state<Stride>(STRIDES.find((stride) => stride === localStorage.getItem(STRIDE)) ?? 'action')
  /** what is being shown of a step, so far; null while nothing moves */
  telling = $state.raw<Told[] | null>(null)
  /** the table that shows it */
  showing: Showing | null = null
  /** whether an engine's drawing shows only the part of the table where the figures are */
  isNear = $state(false)
  /** what stands beside the board */
  part = $state<ReplayPart>('steps')
  readonly table = new Table()
  /** the seats one has played oneself */
  own: SeatName[] = []
  of: 'match' | 'file' = 'match'
  id = $state('')
  private language = ''
  private kept = new Map<number, Drawing>()
  private isFetching = false
  /** whether what lies between two steps is shown */
  private walks = false
  private timer: ReturnType<typeof setTimeout> | undefined

  get last(): number {
    return this.replay?.steps.length ?? 0
  }

  get address(): string {
    return `#/replay/${this.of}/${encodeURIComponent(this.id)}/${this.step}${this.part === 'steps' ? '' : `?part=${this.part}`}`
  }

  private get place(): string {
    return this.of === 'match' ? matchReplay(this.id) : `/api/replays/${encodeURIComponent(this.id)}`
  }

  get token(): string {
    return this.of === 'match' ? tokenOf(this.id) : ''
  }

  /** Opens the replay of a match or of a file brought before, at a step. */
  async open(of: 'match' | 'file', id: string, step: number, known: Replay | null = null) {
    if (this.of === of && this.id === id && this.language === settings.language && this.replay && !known) return this.go(step)
    this.pause()
    this.of = of
    this.id = id
    this.language = settings.language
    this.kept.clear()
    this.replay = known
    this.drawing = null
    this.table.view = null
    this.trouble = ''
    try {
      this.replay = known ?? (await getReplay(this.place, this.token))
      this.table.players = this.replay.players
      this.own = this.replay.own
      this.go(step)
    } catch (error) {
      this.fail(error)
    }
  }

  close() {
    this.pause()
    this.id = ''
    this.replay = null
  }

  /** Shows a step; of several asked for in a hurry only the last is fetched. */
  go(step: number) {
    this.walks = false
    this.hush()
    this.step = Math.min(this.last, Math.max(0, step))
    void this.show()
  }

  /** On or back by a stride: forward everything in between is seen, as in a match. */
  move(by: 1 | -1) {
    const from = this.step
    if (by < 0) return this.go(this.ends.findLast((end) => end < from) ?? 0)
    if (from >= this.last) return
    const isBehind = this.isFetching || this.drawing?.step !== from
    const end = this.ends.find((end) => end > from) ?? this.last
    if (isBehind || end - from > MOST_SHOWN) return this.go(end)
    this.walks = true
    this.step = end
    void this.show()
  }

  /** where strides end */
  private readonly ends = $derived.by(() => {
    const steps = this.replay?.steps ?? []
    const found = steps.flatMap((_, i) => {
      const next = steps[i + 1]
      const ends = !next || this.stride === 'step' || (this.stride === 'action' ? next.opens : next.turn !== steps[i]?.turn)
      return ends ? [i + 1] : []
    })
    return found
  })

  /** The next of the strides, and after the last the first. */
  nextStride() {
    this.stride = STRIDES[(STRIDES.indexOf(this.stride) + 1) % STRIDES.length] ?? 'step'
    localStorage.setItem(STRIDE, this.stride)
  }

  /** The next or previous of some steps, such as those that a coach has marked. */
  goAmong(steps: readonly number[], by: 1 | -1) {
    this.pause()
    const found = by > 0 ? steps.find((step) => step > this.step) : steps.findLast((step) => step < this.step)
    if (found !== undefined) this.go(found)
  }

  /** Passes over what is being shown. */
  private hush() {
    if (this.telling) this.showing?.pacer.skip()
  }

  /** What a turn is called: a round in some games. */
  turnWords(turn: number): string {
    return partsOf(this.replay?.game).turn(turn)
  }

  /** To the next or previous heading, or, where there are none, to the first step of the next or previous turn. */
  goTurn(by: 1 | -1) {
    const steps = this.replay?.steps ?? []
    if (steps.some((step) => step.heading)) {
      let n = this.step + by
      while (n > 0 && n < this.last && !steps[n - 1]?.heading) n += by
      return this.go(n)
    }
    const turn = (n: number) => steps[Math.max(0, n - 1)]?.turn ?? 0
    let n = this.step
    if (by > 0) while (n < this.last && turn(n) === turn(this.step)) n++
    else {
      const here = turn(n - 1)
      while (n > 0 && turn(n - 1) === here) n--
    }
    this.go(n)
  }

  toggle() {
    if (this.isPlaying) return this.pause()
    if (this.step >= this.last) this.go(0)
    this.isPlaying = true
    this.tick()
  }

  /** The next of the speeds, and after the last the first. */
  nextSpeed() {
    this.speed = SPEEDS[(SPEEDS.findIndex((speed) => speed === this.speed) + 1) % SPEEDS.length] ?? 1
    localStorage.setItem(SPEED, String(this.speed))
  }

  pause() {
    this.isPlaying = false
    clearTimeout(this.timer)
  }

  /** To see it from another side. */
  turn() {
    if (this.showing) this.showing.turn()
    else orientation.turn()
  }

  private tick() {
    clearTimeout(this.timer)
    this.timer = setTimeout(
      () => {
        if (this.isFetching) return this.tick()
        if (this.step >= this.last) return this.pause()
        this.move(1)
        this.tick()
      },
      STEP / this.speed / (this.showing ? 2 : 1),
    )
  }

  private async show() {
    if (this.isFetching) return
    this.isFetching = true
    const id = this.id
    try {
      while (this.id === id && this.drawing?.step !== this.step) {
        const known = this.drawing
        const isNext = this.walks && known && known.step < this.step && this.showing
        const drawing = await this.fetch(isNext ? known.step + 1 : this.step)
        if (isNext && this.id === id) await this.play(drawing, known)
        if (this.id === id && (!isNext || drawing.step <= this.step)) this.put(drawing)
      }
      const next = this.step + 1
      if (this.id === id && next <= this.last) await this.fetch(next)
    } catch (error) {
      if (this.id === id) this.fail(error)
    } finally {
      this.isFetching = false
    }
    if (this.replay && !this.trouble && this.drawing?.step !== this.step) void this.show()
  }

  /** Shows what has happened in a step on the table as it was before. */
  private async play(drawing: Drawing, before: Drawing) {
    if (!this.showing || drawing.kind === 'text' || before.kind === 'text') return
    const events = drawing.events as Told[]
    const pacer = this.showing.pacer
    pacer.rewind()
    pacer.speed = this.speed
    this.telling = []
    await this.showing.play(events, before.view, (n) => {
      this.telling = events.filter((event) => event.n <= n)
    })
    pacer.rewind()
    pacer.speed = 1 // a match shows with the same pacer
    this.telling = null
  }

  private put(drawing: Drawing) {
    const isOn = this.walks && this.drawing && drawing.step === this.drawing.step + 1
    this.drawing = drawing
    if (isOn) this.showing?.settle()
    else this.showing?.clear()
    if (drawing.kind !== 'view') return
    this.table.view = drawing.view
    orientation.look(drawing.view, this.own)
  }

  private async fetch(step: number): Promise<Drawing> {
    const known = this.kept.get(step)
    if (known) return known
    const found = await getReplayStep(this.place, this.token, step)
    if (this.kept.size >= MOST_KEPT) this.kept.clear()
    this.kept.set(step, found)
    return found
  }

  private fail(error: unknown) {
    this.pause()
    this.trouble = error instanceof ApiError ? [error.message, error.fix].filter(Boolean).join(' ') : t().noServer
  }
}

export const replaying = new Replaying()
