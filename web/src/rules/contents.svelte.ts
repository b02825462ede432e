import { FIRST, NAMES, partsOf } from '../games'
import type { ClauseLine, GameName } from '../protocol'
import { listClauses } from '../state/api'
import { fold } from '../state/fold'
import { settings } from '../state/settings.svelte'

const HEADING = /^(Heading|Titre|Titolo)\s*: */

/** What a clause says, a heading without the word for it. */
export function words(line: Pick<ClauseLine, 'paraphrase'>): string {
  const isTitle = HEADING.test(line.paraphrase)
  const text = line.paraphrase.replace(HEADING, '').replace(isTitle ? /(; (introduces a picture|introduit une image|introduce un'immagine))?\.?$/ : /$^/, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Whether something is told in English to a reader of another language, for want of a translation. */
export const isForeign = (told: { language?: string }) => Boolean(told.language && told.language !== settings.language)
export const isRuling = (clause: string) => /^R\d/.test(clause)
export const isHeading = (line: Pick<ClauseLine, 'paraphrase'>) => HEADING.test(line.paraphrase)

export const bookOf = (game: string) => partsOf(game).book
/** The game whose book a line is of. */
const gameOfLine = (line: ClauseLine) => line.game ?? FIRST

/** The game whose book has this clause, ruling or table of contents: `K20.1`, `R218`, `kaos`. */
export function gameOf(clause: string): GameName {
  const ruling = Number(/^R(\d+)$/.exec(clause)?.[1] ?? 0)
  const isOf = (game: GameName) => {
    const book = bookOf(game)
    return ruling ? ruling >= book.firstRuling : clause === book.contents || clause === book.rulings || book.has(clause)
  }
  return NAMES.findLast(isOf) ?? FIRST
}
/** The release whose book has this clause, '' where there was but one. Of a chapter it has to be told. */
export function releaseOf(clause: string, told = ''): string {
  const book = bookOf(gameOf(clause))
  return book.releases.length ? told || book.releaseOf(clause) : ''
}
/** Where the table of contents of a book is read, and its rulings. */
export function bookHref(game: GameName, release = ''): string {
  const { contents, releases } = bookOf(game)
  return `#/rules${contents && `/${contents}`}${release && release !== releases[0] ? `?release=${release}` : ''}`
}
export const rulingsHref = (game: GameName) => `#/rules/${bookOf(game).rulings}`

/** The clause one level above: 7.2.8 of 7.2.8.c, 310.2 of 310.2e, 310 of 310.2, 3 of 310. */
export function parentOf(clause: string): string {
  const letter = /^(\d{3}\.\d+)(?:[a-z]|-[a-z]+)$/.exec(clause)
  if (letter) return letter[1] ?? ''
  return /^\d{3}$/.test(clause) ? clause.charAt(0) : clause.slice(0, Math.max(0, clause.lastIndexOf('.')))
}

/** 7.2.8.c → 7, 7.2, 7.2.8 */
export function above(clause: string): string[] {
  const parent = parentOf(clause)
  return parent ? [...above(parent), parent] : []
}

/** Whether a clause or ruling is of a game and, where its book has several, of a release. */
export function isOfBook(line: ClauseLine, game: GameName, release: string): boolean {
  const [current] = bookOf(game).releases
  return gameOfLine(line) === game && (!current || (line.release || current) === release)
}

/** Every clause in the order of the rulebooks, fetched once per language. */
class Contents {
  lines = $state.raw<ClauseLine[]>([])
  private language = ''

  async load() {
    if (this.language === settings.language) return
    this.language = settings.language
    try {
      const [current, ...older] = await Promise.all([listClauses(), ...NAMES.flatMap((game) => bookOf(game).releases.slice(1)).map((release) => listClauses(release))])
      // Rulings are of the game, not of one of its releases.
      this.lines = [...(current ?? []), ...older.flat().filter((line) => !isRuling(line.clause))]
    } catch {
      // A server without a table of contents: single clauses can still be read.
      this.language = ''
    }
  }

  /** The clauses of a book of a game; of which release says nothing where there was but one. */
  book(game: GameName, release: string): ClauseLine[] {
    return this.lines.filter((line) => isOfBook(line, game, release) && !isRuling(line.clause))
  }

  chapters(game: GameName, release: string): ClauseLine[] {
    return this.book(game, release).filter((line) => /^K?\d+$/.test(line.clause) && !parentOf(line.clause))
  }

  rulings(game: GameName): ClauseLine[] {
    return this.lines.filter((line) => isRuling(line.clause) && gameOfLine(line) === game)
  }

  children(clause: string, release: string): ClauseLine[] {
    return this.book(gameOf(clause), release).filter((line) => parentOf(line.clause) === clause)
  }

  find(clause: string): ClauseLine | undefined {
    return this.lines.find((line) => line.clause === clause)
  }

  /** The clauses before and after one, in its own book. */
  around(clause: string, release: string): [ClauseLine | undefined, ClauseLine | undefined] {
    const lines = isRuling(clause) ? this.rulings(gameOf(clause)) : this.book(gameOf(clause), release)
    const at = lines.findIndex((line) => line.clause === clause)
    return at < 0 ? [undefined, undefined] : [lines[at - 1], lines[at + 1]]
  }

  /** Clauses of all books whose number begins so, or that have all the words; the rulebooks' order. */
  search(wanted: string): ClauseLine[] {
    const parts = fold(wanted).trim().split(/\s+/).filter(Boolean)
    if (!parts.length) return []
    return this.lines.filter((line) => {
      const text = fold(`${line.clause} ${line.paraphrase} ${line.title ?? ''}`)
      return parts.every((part) => (/^(r\d+|k\d+[\d.]*|\d+\.[\da-z.-]*|\d{3})$/.test(part) || (parts.length === 1 && /^\d+$/.test(part)) ? line.clause.toLowerCase().startsWith(part) : text.includes(part)))
    })
  }
}

export const contents = new Contents()
