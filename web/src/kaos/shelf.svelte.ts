import type { CardPart, KaosCard } from '../protocol'
import { getCatalogue } from './api'
import { settings } from '../state/settings.svelte'
import { terms } from '../state/terms.svelte'

/** Cards as the catalogue tells them, with the words they use: fetched once for each language, when one is read. */
class Shelf {
  private cards = $state.raw<Map<string, KaosCard>>(new Map())
  private language = ''

  async load() {
    const { language } = settings
    if (this.language === language) return
    this.language = language
    void terms.load('', 'kaos')
    try {
      const { cards } = await getCatalogue()
      if (this.language === language) this.cards = new Map(cards.map((card) => [card.id, card]))
    } catch {
      // A figure's own numbers are shown all the same; the next card that is opened asks again.
      this.language = ''
    }
  }

  of(id: string): KaosCard | undefined {
    return this.cards.get(id)
  }
}

export const shelf = new Shelf()

/** What the weapons, spells and skills of a card do: the match says it of cards of its own, the shelf of all others. */
export const partsOf = (id: string, own?: readonly CardPart[]): readonly CardPart[] => (own?.length ? own : (shelf.of(id)?.parts ?? []))
