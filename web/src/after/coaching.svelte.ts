import type { CoachMark, CoachReport, CoachRollouts } from '../protocol'
import { getCoach, getCoachRollouts, troubleOf } from '../state/api'
import { settings, t } from '../state/settings.svelte'

export type Of = 'match' | 'file'
/** how often a marked decision is rolled out when somebody asks, and again when they ask once more */
export const TRIES = 40

/** What players of chess write beside a move. */
export const SIGNS: Record<string, string> = { doubtful: '?!', bad: '?', 'very-bad': '??' }

/** The coach at work on one match: it judges as long as somebody wants to know, and keeps what it has found. */
class Coaching {
  of = $state<Of>('match')
  id = $state('')
  report = $state.raw<CoachReport | null>(null)
  marked = $state.raw<CoachMark[]>([])
  /** by entry */
  rollouts = $state.raw<Record<number, CoachRollouts>>({})
  isRunning = $state(false)
  trouble = $state('')
  private language = ''
  private turn = 0

  /** Whether it is this match in this language that is judged. */
  isOf(of: Of, id: string): boolean {
    return this.of === of && this.id === id && this.language === settings.language
  }

  get isDone(): boolean {
    return this.report !== null && this.report.done >= this.report.of
  }

  signAt(id: string, step: number): CoachMark | undefined {
    return this.id === id ? this.marked.find((one) => one.step === step) : undefined
  }

  /** The steps of a match that are marked, in order. */
  stepsOf(id: string): number[] {
    return this.id === id ? this.marked.map((one) => one.step).toSorted((one, other) => one - other) : []
  }

  /** Judges a match from where it stopped, until all is judged, somebody stops it, or another match is asked about. */
  async start(of: Of, id: string, token: string) {
    if (!this.isOf(of, id)) {
      Object.assign(this, { of, id, report: null, marked: [], rollouts: {} })
      this.language = settings.language
    }
    const turn = ++this.turn
    this.trouble = ''
    this.isRunning = true
    try {
      while (this.turn === turn && !this.isDone) {
        const found = await getCoach(of, id, token, this.marked.length)
        if (this.turn !== turn) return
        this.report = found
        if (found.marked.length) this.marked = [...this.marked, ...found.marked]
      }
    } catch (error) {
      if (this.turn === turn) this.trouble = troubleOf(error, t().noServer)
    }
    if (this.turn === turn) this.isRunning = false
  }

  stop() {
    this.turn++
    this.isRunning = false
  }

  /** Rolls a decision out, so many times more than before. */
  async rollOut(entry: number, token: string) {
    const { of, id, language } = this
    const wanted = (this.rollouts[entry]?.tries ?? 0) + TRIES
    this.trouble = ''
    try {
      for (let tries = -1; ; ) {
        const found = await getCoachRollouts(of, id, token, entry, wanted)
        if (!this.isOf(of, id) || this.language !== language) return
        this.rollouts = { ...this.rollouts, [entry]: found }
        if (found.tries >= wanted || found.tries === tries) return // as many as are wanted, or as there may be
        tries = found.tries
      }
    } catch (error) {
      this.trouble = troubleOf(error, t().noServer)
    }
  }
}

export const coaching = new Coaching()
