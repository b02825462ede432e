import { FIRST, NAMES } from '../games'
import { dailyOf, dayOf } from '../learn/daily'
import type { ExerciseLine } from '../protocol'
import { beginExercise, listExercises, troubleOf } from './api'
import { current } from './match.svelte'
import { route } from './route.svelte'
import { settings, t } from './settings.svelte'

/** What this browser remembers of learning. */
interface Remembered {
  done: string[]
  begun: Record<string, { id: string; token: string }>
  played: string[]
  hints: string[]
  /** puzzles that help was asked for, with the day it was, and those that were solved with it */
  asked: Record<string, string>
  helped: string[]
  /** days whose puzzle was solved on the day, and those on which it was with help */
  days: string[]
  helpedDays: string[]
  /** nobody wants the hints of first matches any more */
  isCoachOff: boolean
}

const KEY = 'esquive.learn'
const BLANK: Remembered = { done: [], begun: {}, played: [], hints: [], asked: {}, helped: [], days: [], helpedDays: [], isCoachOff: false }

function remembered(): Remembered {
  try {
    return { ...BLANK, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Remembered>) }
  } catch {
    localStorage.removeItem(KEY)
    return BLANK
  }
}

/** An exercise, and the game it teaches. */
export type Taught = ExerciseLine & { game: string }

/** matches after which nobody needs hints any more */
const FIRST_MATCHES = 3

/** Lessons and puzzles: what there is, what has been done, and the matches they are played in. */
class Learning {
  list = $state.raw<Taught[]>([])
  trouble = $state('')
  /** the puzzle whose line is being shown on the board, and the match in which it is */
  showing = $state('')
  private shownIn = $state('')
  private kept = $state<Remembered>(remembered())
  private language = ''
  /** the exercise whose match is being begun */
  beginning = $state('')

  private keep() {
    localStorage.setItem(KEY, JSON.stringify(this.kept))
  }

  /** Asks what there is, in the language chosen. */
  async look() {
    if (this.language === settings.language) return
    const language = (this.language = settings.language)
    try {
      const lists = await Promise.all(NAMES.map((game) => listExercises(game).then((lines) => lines.map((one) => ({ ...one, game })))))
      if (language === settings.language) this.list = lists.flat()
      this.trouble = ''
    } catch (error) {
      this.language = ''
      this.trouble = troubleOf(error, t().noServer)
    }
  }

  /** Goes on with an exercise, or begins it. */
  async play(exercise: string) {
    if (this.showing !== exercise) this.showing = ''
    const known = this.kept.begun[exercise]
    if (known) return current.open(known.id, known.token)
    if (this.beginning === exercise) return
    this.beginning = exercise
    try {
      if (!this.list.length) await this.look()
      const { id, token } = await beginExercise(exercise, this.gameOf(exercise))
      this.kept.begun[exercise] = { id, token }
      this.keep()
      if (route.current.page === 'learn' && route.current.exercise === exercise) current.open(id, token)
    } catch (error) {
      this.trouble = troubleOf(error, t().noServer)
      route.go('#/learn')
    } finally {
      this.beginning = ''
    }
  }

  /** Begins it from its first position. */
  again(exercise: string) {
    delete this.kept.begun[exercise]
    return this.play(exercise)
  }

  gameOf(exercise: string): string {
    return this.list.find((one) => one.id === exercise)?.game ?? FIRST
  }

  /** The lessons of a game, and the first of them that has not been done, if any. */
  lessonsOf(game: string): Taught[] {
    return this.list.filter((one) => one.kind === 'lesson' && one.game === game)
  }

  nextOf(game: string): Taught | undefined {
    return this.lessonsOf(game).find((one) => !this.isDone(one.id))
  }

  isDone(exercise: string): boolean {
    return this.kept.done.includes(exercise)
  }

  /** It is done, and begins anew when it is played again; what was shown in a match is nobody's own. */
  finish(exercise: string, match = '') {
    if (match && this.shownIn === match) return
    const today = dayOf(Date.now())
    const isHelped = this.kept.asked[exercise] === today
    if (!this.isDone(exercise)) this.kept.done.push(exercise)
    this.kept.helped = isHelped ? [...new Set([...this.kept.helped, exercise])] : this.kept.helped.filter((one) => one !== exercise)
    if (exercise === this.dailyOf(today) && !this.kept.days.includes(today)) {
      this.kept.days.push(today)
      if (isHelped) this.kept.helpedDays.push(today)
    }
    delete this.kept.begun[exercise]
    this.keep()
  }

  /** Help was asked for: whoever solves it today has had it. */
  help(exercise: string) {
    this.kept.asked[exercise] = dayOf(Date.now())
    this.keep()
  }

  /** Has the solved line of a puzzle played on the board, from its first position. */
  show(exercise: string) {
    this.help(exercise)
    this.showing = exercise
    return this.again(exercise)
  }

  /** Whether a match has been played for somebody to look at. */
  isShown(match: string): boolean {
    return this.shownIn === match
  }

  /** The match in which a line is shown. */
  showIn(match: string) {
    this.shownIn = match
  }

  isHelped(exercise: string): boolean {
    return this.kept.helped.includes(exercise)
  }

  /** Shipped puzzles, those of all games. */
  get puzzles(): Taught[] {
    return this.list.filter((one) => one.kind === 'puzzle')
  }

  /** The puzzle of a day. */
  dailyOf(day: string): string {
    return dailyOf(day, this.puzzles.map((one) => one.id))
  }

  /** The days that were solved on the day. */
  get days(): string[] {
    return this.kept.days
  }

  /** How a day's puzzle was solved on the day: '' for not at all. */
  solvedOn(day: string): '' | 'solved' | 'helped' {
    return !this.kept.days.includes(day) ? '' : this.kept.helpedDays.includes(day) ? 'helped' : 'solved'
  }

  /** The exercise after one, of its kind; '' after the last. */
  after(exercise: string): string {
    const at = this.list.findIndex((one) => one.id === exercise)
    const next = this.list[at + 1]
    return at >= 0 && next && next.kind === this.list[at]?.kind && next.game === this.list[at]?.game ? next.id : ''
  }

  /** A match of one's own has come to its end. */
  played(match: string) {
    if (this.kept.played.includes(match) || !this.isNew) return
    this.kept.played.push(match)
    this.keep()
  }

  get isNew(): boolean {
    return this.kept.played.length < FIRST_MATCHES
  }

  wantsHint(kind: string): boolean {
    return this.isNew && !this.kept.isCoachOff && !this.kept.hints.includes(kind)
  }

  /** No more hints in first matches. */
  turnCoachOff() {
    this.kept.isCoachOff = true
    this.keep()
  }

  dismiss(kind: string) {
    this.kept.hints.push(kind)
    this.keep()
  }
}

export const learning = new Learning()
