import { FIRST, NAMES } from '../games'
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
}

const KEY = 'esquive.learn'
const BLANK: Remembered = { done: [], begun: {}, played: [], hints: [] }

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
  private kept = $state<Remembered>(remembered())
  private language = ''
  private beginning = ''

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

  /** It is done, and begins anew when it is played again. */
  finish(exercise: string) {
    if (!this.isDone(exercise)) this.kept.done.push(exercise)
    delete this.kept.begun[exercise]
    this.keep()
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
    return this.isNew && !this.kept.hints.includes(kind)
  }

  dismiss(kind: string) {
    this.kept.hints.push(kind)
    this.keep()
  }
}

export const learning = new Learning()
