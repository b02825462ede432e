import { saveText } from '../frame/saving'
import type { StudyChapter, StudyQuestion, StudyView } from '../protocol'
import { askStudy } from '../state/api'
import { atDesk } from '../strings/desk'
import { drawn, type Arrow } from '../table/arrows'
import type { Desk } from './desk.svelte'

const KEY = 'esquive.study'
export const MOST_CHAPTERS = 200

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
      this.chapters = Array.isArray(kept.chapters) ? kept.chapters.filter((one) => typeof one?.link === 'string').map(({ link, title, comment, arrows }) => ({ link, title: title ?? '', comment: comment ?? '', arrows: arrows ?? [] })) : []
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

  /** which chapter was opened last: of two with one position it is the one in hand */
  private opened = -1

  open(n: number) {
    this.opened = n
  }

  /** The number of the chapter whose position the desk shows, -1 if it is in none. */
  chapterOf(desk: Desk): number {
    const link = desk.view?.link ?? ''
    return this.chapters[this.opened]?.link === link ? this.opened : this.chapters.findIndex((one) => one.link === link)
  }

  /** The arrows on the board of the desk: those of its chapter, or what was drawn before there is one. */
  arrowsOn(desk: Desk): Arrow[] {
    return this.chapters[this.chapterOf(desk)]?.arrows ?? desk.arrows
  }

  setArrows(desk: Desk, arrows: Arrow[]) {
    const chapter = this.chapters[this.chapterOf(desk)]
    if (!chapter) {
      desk.arrows = arrows
      return
    }
    chapter.arrows = arrows
    this.keep()
  }

  /** An arrow is drawn, or taken away where it is already. */
  draw(desk: Desk, from: string, to: string) {
    this.setArrows(desk, drawn(this.arrowsOn(desk), from, to))
  }

  add(desk: Desk) {
    const link = desk.view?.link
    if (this.isFull || !link) return
    this.chapters.push({ link, title: desk.view?.verdict?.label ?? desk.view?.waiting ?? '', comment: '', arrows: $state.snapshot(desk.arrows) })
    desk.arrows = []
    this.opened = this.chapters.length - 1
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
    this.opened = 0
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

  /** All of it as a file. */
  save() {
    return saveStudy({ title: this.title, chapters: $state.snapshot(this.chapters) })
  }
}

export const study = new StudyInHand()

/** Whether a text is meant for the file of a study, and not for that of a position. */
export function isStudyFile(text: string): boolean {
  try {
    const said = JSON.parse(text) as Record<string, unknown>
    return 'study' in said && 'chapters' in said
  } catch {
    return false
  }
}

/** Saves a study as a file that people can read. */
export async function saveStudy(wanted: StudyQuestion) {
  const made = await askStudy({ ...wanted, as_file: true })
  const name = made.title.normalize('NFD').replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').toLowerCase()
  saveText(`${name || 'study'}.study.json`, `${JSON.stringify(made.document, null, 1)}\n`, 'application/json')
}

/** Reads the file of a study into hand, in place of what is there if that is agreed to; answers where to go on. */
export async function takeStudyFile(text: string): Promise<string> {
  const read = await askStudy({ text })
  if (study.chapters.length && !confirm(atDesk().study.over)) return ''
  study.take(read)
  return `#/desk/${read.chapters[0]?.link ?? ''}`
}
