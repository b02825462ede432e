import { partsOf } from '../games'
import type { Drawing, Replay, SeatName } from '../protocol'
import { ApiError, getReplay, getReplayStep, matchReplay } from './api'
import { orientation } from './orientation.svelte'
import type { ReplayPart } from './route.svelte'
import { settings, t } from './settings.svelte'
import { Table } from '../krosmaster/position.svelte'
import { tokenOf } from './tokens'

/** how long a step is shown at the usual speed, in ms */
const STEP = 900
export const SPEEDS = [0.5, 1, 2, 4, 16] as const
const SPEED = 'esquive.replaySpeed'
const MOST_KEPT = 400

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
    this.step = Math.min(this.last, Math.max(0, step))
    void this.show()
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

  private tick() {
    this.timer = setTimeout(() => {
      if (!this.isFetching) this.go(this.step + 1)
      if (this.step >= this.last) this.pause()
      else this.tick()
    }, STEP / this.speed)
  }

  private async show() {
    if (this.isFetching) return
    this.isFetching = true
    const id = this.id
    try {
      while (this.id === id && this.drawing?.step !== this.step) this.put(await this.fetch(this.step))
      const next = this.step + 1
      if (this.id === id && next <= this.last) await this.fetch(next)
    } catch (error) {
      if (this.id === id) this.fail(error)
    } finally {
      this.isFetching = false
    }
    if (this.replay && !this.trouble && this.drawing?.step !== this.step) void this.show()
  }

  private put(drawing: Drawing) {
    this.drawing = drawing
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
