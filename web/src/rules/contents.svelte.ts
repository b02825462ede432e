import type { ClauseLine } from '../protocol'
import { listClauses } from '../state/api'
import { settings } from '../state/settings.svelte'

const HEADING = /^(Heading|Titre|Titolo)\s*: */

/** What a clause says, a heading without the word for it. */
export function words(line: Pick<ClauseLine, 'paraphrase'>): string {
  const isTitle = HEADING.test(line.paraphrase)
  const text = line.paraphrase.replace(HEADING, '').replace(isTitle ? /(; introduces a picture)?\.$/ : /$^/, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

export const isRuling = (clause: string) => /^R\d/.test(clause)
export const isHeading = (line: Pick<ClauseLine, 'paraphrase'>) => HEADING.test(line.paraphrase)

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

  get chapters(): ClauseLine[] {
    return this.lines.filter((line) => /^\d+$/.test(line.clause))
  }

  get rulings(): ClauseLine[] {
    return this.lines.filter((line) => isRuling(line.clause))
  }

  children(clause: string): ClauseLine[] {
    const depth = clause.split('.').length + 1
    return this.lines.filter((line) => line.clause.startsWith(`${clause}.`) && line.clause.split('.').length === depth)
  }

  find(clause: string): ClauseLine | undefined {
    return this.lines.find((line) => line.clause === clause)
  }

  /** The clauses before and after one. */
  around(clause: string): [ClauseLine | undefined, ClauseLine | undefined] {
    const at = this.lines.findIndex((line) => line.clause === clause)
    return at < 0 ? [undefined, undefined] : [this.lines[at - 1], this.lines[at + 1]]
  }

  /** Clauses whose number begins so, or that have all the words; the rulebook's order. */
  search(wanted: string): ClauseLine[] {
    const parts = wanted.trim().toLowerCase().split(/\s+/).filter(Boolean)
    if (!parts.length) return []
    return this.lines.filter((line) => {
      const text = `${line.clause} ${line.paraphrase} ${line.title ?? ''}`.toLowerCase()
      return parts.every((part) => (/^(r\d+|\d+\.[\da-z.]*)$/.test(part) || (parts.length === 1 && /^\d+$/.test(part)) ? line.clause.toLowerCase().startsWith(part) : text.includes(part)))
    })
  }
}

export const contents = new Contents()
