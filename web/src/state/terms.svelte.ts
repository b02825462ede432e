import { FIRST } from '../games'
import type { Term } from '../protocol'
import { getTerms } from './api'
import { settings } from './settings.svelte'

/** A piece of a text: plain, or a word of the rules by its id. */
export interface Piece {
  text: string
  term?: string
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The words of the rules as the server tells them: fetched once for each language, release and game. */
class Terms {
  list = $state.raw<Term[]>([])
  private key = ''
  private readonly byId = $derived(new Map(this.list.map((term) => [term.id, term])))
  private readonly byWord = $derived.by(() => {
    const found = new Map<string, string>()
    for (const term of this.list) for (const word of term.words) if (!found.has(word)) found.set(word, term.id)
    return found
  })
  /** every word, the longest first: "Steals Health" before "Steals" */
  private readonly pattern = $derived(this.list.length ? new RegExp(`(?<![\\p{L}\\p{N}])(${[...this.byWord.keys()].sort((a, b) => b.length - a.length).map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'u') : null)

  async load(release: string, game: string = FIRST) {
    const key = `${settings.language} ${release} ${game}`
    if (this.key === key) return
    this.key = key
    try {
      const list = await getTerms(release, game)
      if (this.key === key) this.list = list
    } catch {
      // A server without them: texts stay plain.
      this.key = ''
    }
  }

  of(id: string): Term | undefined {
    return this.byId.get(id)
  }

  /** The terms of several ids that there are, each once. */
  all(ids: string): Term[] {
    return [...new Set(ids.split(' '))].flatMap((id) => this.of(id) ?? [])
  }

  /** A text in pieces, the words of the server's list marked; nothing else is. */
  split(text: string): Piece[] {
    if (!this.pattern) return [{ text }]
    return text.split(this.pattern).flatMap((part, i): Piece[] => {
      if (i % 2) return [{ text: part, term: this.byWord.get(part) ?? '' }]
      return part ? [{ text: part }] : []
    })
  }
}

export const terms = new Terms()
