import type { KaosCard, KaosCatalogue } from '../protocol'
import { NamedLists } from '../state/namedLists.svelte'

/** What the value of a choice begins with that means a horde of one's own. */
const OWN = 'own:'

/** The hordes of one's own, and what a choice among them and the ready-made ones stands for. */
class Hordes extends NamedLists {
  /** The ids of the fighters a choice stands for, those the catalogue knows. */
  cardsOf(choice: string, catalogue: KaosCatalogue): string[] {
    const ids = choice.startsWith(OWN) ? (this.named(choice.slice(OWN.length))?.cards ?? []) : (catalogue.teams.find((team) => team.id === choice)?.cards ?? [])
    const known = new Set(catalogue.cards.filter((card) => card.kind === 'fighter').map((card) => card.id))
    return ids.filter((id) => known.has(id))
  }
}

export const hordes = new Hordes('esquive.hordes')
export const ownChoice = (name: string) => OWN + name
export const isOwn = (choice: string) => choice.startsWith(OWN)

/** What fighters cost together. */
export function costOf(cards: string[], catalogue: KaosCatalogue): number {
  const byId = new Map(catalogue.cards.filter((card) => card.kind === 'fighter').map((card) => [card.id, card.cost ?? 0]))
  return cards.reduce((sum, id) => sum + (byId.get(id) ?? 0), 0)
}

export const fightersOf = (catalogue: KaosCatalogue): KaosCard[] => catalogue.cards.filter((card) => card.kind === 'fighter')
