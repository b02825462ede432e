import type { StudyChapter, StudyView } from '../protocol'
import { askStudy } from '../state/api'

const KEY = 'esquive.study'
export const MOST_CHAPTERS = 64

/** The study one has in hand, kept in this browser: questions in an order, with what is said of them. */
class StudyInHand {
  title = $state('')
  chapters = $state<StudyChapter[]>([])
  /** whether this browser keeps it: it may have no room, or be told to keep nothing */
  isKept = $state(true)
  /** the code of all of it, "" until it is asked for anew */
  link = $state('')

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<StudyView>
      this.title = typeof kept.title === 'string' ? kept.title : ''
      this.chapters = Array.isArray(kept.chapters) ? kept.chapters.filter((one) => typeof one?.link === 'string').map(({ link, title, comment }) => ({ link, title: title ?? '', comment: comment ?? '' })) : []
    } catch {
      // What somebody else has written there is no study.
    }
  }

  get isFull(): boolean {
    return this.chapters.length >= MOST_CHAPTERS
  }

  /** Keeps it as it is now. */
  keep() {
    this.link = ''
    try {
      localStorage.setItem(KEY, JSON.stringify({ title: this.title, chapters: this.chapters }))
      this.isKept = true
    } catch {
      this.isKept = false
    }
  }

  add(link: string, title: string) {
    if (this.isFull) return
    this.chapters.push({ link, title, comment: '' })
    this.keep()
  }

  remove(n: number) {
    this.chapters.splice(n, 1)
    this.keep()
  }

  /** A chapter goes a place up or down. */
  move(n: number, by: -1 | 1) {
    const to = n + by
    const [one, other] = [this.chapters[n], this.chapters[to]]
    if (!one || !other) return
    this.chapters[n] = other
    this.chapters[to] = one
    this.keep()
  }

  /** In place of what was in hand. */
  take(study: StudyView) {
    this.title = study.title
    this.chapters = study.chapters.map((one) => ({ ...one }))
    this.keep()
    this.link = study.link
  }

  clear() {
    this.title = ''
    this.chapters = []
    this.keep()
  }

  /** Makes one link of all of it. */
  async share() {
    const made = await askStudy({ title: this.title, chapters: $state.snapshot(this.chapters) })
    this.link = made.link
  }
}

export const study = new StudyInHand()
