import type { ClauseLine, GameName } from '../protocol'
import { listClauses } from '../state/api'
import { settings } from '../state/settings.svelte'

const HEADING = /^(Heading|Titre|Titolo)\s*: */

/** What a clause says, a heading without the word for it. */
export function words(line: Pick<ClauseLine, 'paraphrase'>): string {
  const isTitle = HEADING.test(line.paraphrase)
  const text = line.paraphrase.replace(HEADING, '').replace(isTitle ? /(; introduces a picture)?\.$/ : /$^/, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Whether something is told in English to a reader of another language, for want of a translation. */
export const isForeign = (told: { language?: string }) => Boolean(told.language && told.language !== settings.language)
export const isRuling = (clause: string) => /^R\d/.test(clause)
export const isHeading = (line: Pick<ClauseLine, 'paraphrase'>) => HEADING.test(line.paraphrase)

/** The game whose book has this clause, ruling or table of contents: `K20.1`, `R218`, `kaos`. */
export const gameOf = (clause: string): GameName => (/^kaos/.test(clause) || /^K\d/.test(clause) || Number(/^R(\d+)$/.exec(clause)?.[1] ?? 0) > 200 ? 'kaos' : 'krosmaster')
export const GAMES = ['krosmaster', 'kaos'] as const
export const bookHref = (game: GameName) => (game === 'kaos' ? '#/rules/kaos' : '#/rules')
export const rulingsHref = (game: GameName) => (game === 'kaos' ? '#/rules/kaos-rulings' : '#/rules/rulings')

/** 7.2.8.c → 7, 7.2, 7.2.8 */
export function above(clause: string): string[] {
  const parts = clause.split('.')
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('.'))
}

/** Every clause in the order of the rulebook, fetched once per language. */
class Contents {
  lines = $state.raw<ClauseLine[]>([])
  private language = ''

  async load() {
    if (this.language === settings.language) return
    this.language = settings.language
    try {
      this.lines = await listClauses()
    } catch {
      // A server without a table of contents: single clauses can still be read.
      this.language = ''
    }
  }

  chapters(game: GameName): ClauseLine[] {
    return this.lines.filter((line) => /^K?\d+$/.test(line.clause) && (line.game ?? 'krosmaster') === game)
  }

  rulings(game: GameName): ClauseLine[] {
    return this.lines.filter((line) => isRuling(line.clause) && (line.game ?? 'krosmaster') === game)
  }

  children(clause: string): ClauseLine[] {
    const depth = clause.split('.').length + 1
    return this.lines.filter((line) => line.clause.startsWith(`${clause}.`) && line.clause.split('.').length === depth)
  }

  find(clause: string): ClauseLine | undefined {
    return this.lines.find((line) => line.clause === clause)
  }

  /** The clauses before and after one, in its own book. */
  around(clause: string): [ClauseLine | undefined, ClauseLine | undefined] {
    const at = this.lines.findIndex((line) => line.clause === clause)
    const near = (n: number) => (this.lines[n]?.game === this.lines[at]?.game ? this.lines[n] : undefined)
    return at < 0 ? [undefined, undefined] : [near(at - 1), near(at + 1)]
  }

  /** Clauses of both games whose number begins so, or that have all the words; the rulebooks' order. */
  search(wanted: string): ClauseLine[] {
    const parts = wanted.trim().toLowerCase().split(/\s+/).filter(Boolean)
    if (!parts.length) return []
    return this.lines.filter((line) => {
      const text = `${line.clause} ${line.paraphrase} ${line.title ?? ''}`.toLowerCase()
      return parts.every((part) => (/^(r\d+|k\d+[\d.]*|\d+\.[\da-z.]*)$/.test(part) || (parts.length === 1 && /^\d+$/.test(part)) ? line.clause.toLowerCase().startsWith(part) : text.includes(part)))
    })
  }
}

export const contents = new Contents()
