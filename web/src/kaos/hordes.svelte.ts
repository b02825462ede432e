import type { KaosCard, KaosCatalogue } from '../protocol'

/** A horde of one's own: kept in this browser by its name. */
export interface KeptHorde {
  name: string
  cards: string[]
}

/** What the value of a choice begins with that means a horde of one's own. */
const OWN = 'own:'
const KEY = 'esquive.hordes'

function read(): KeptHorde[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter((one): one is KeptHorde => typeof one?.name === 'string' && Array.isArray(one?.cards)) : []
  } catch {
    return []
  }
}

/** The hordes of one's own, and what a choice among them and the ready-made ones stands for. */
class Hordes {
  list = $state.raw<KeptHorde[]>(read())

  /** Keeps a horde; `was` is the name it had before. Another one of that name gives way. */
  keep(name: string, cards: string[], was = name) {
    const others = this.list.filter((one) => one.name !== name && one.name !== was)
    this.store([...others, { name, cards }].toSorted((one, other) => one.name.localeCompare(other.name)))
  }

  drop(name: string) {
    this.store(this.list.filter((one) => one.name !== name))
  }

  private store(list: KeptHorde[]) {
    this.list = list
    localStorage.setItem(KEY, JSON.stringify(list))
  }

  named(name: string): KeptHorde | undefined {
    return this.list.find((one) => one.name === name)
  }

  /** The ids of the fighters a choice stands for, those the catalogue knows. */
  cardsOf(choice: string, catalogue: KaosCatalogue): string[] {
    const ids = choice.startsWith(OWN) ? (this.named(choice.slice(OWN.length))?.cards ?? []) : (catalogue.teams.find((team) => team.id === choice)?.cards ?? [])
    const known = new Set(catalogue.cards.filter((card) => card.kind === 'fighter').map((card) => card.id))
    return ids.filter((id) => known.has(id))
  }
}

export const hordes = new Hordes()
export const ownChoice = (name: string) => OWN + name
export const isOwn = (choice: string) => choice.startsWith(OWN)

/** What fighters cost together. */
export function costOf(cards: string[], catalogue: KaosCatalogue): number {
  const byId = new Map(catalogue.cards.filter((card) => card.kind === 'fighter').map((card) => [card.id, card.cost ?? 0]))
  return cards.reduce((sum, id) => sum + (byId.get(id) ?? 0), 0)
}

export const fightersOf = (catalogue: KaosCatalogue): KaosCard[] => catalogue.cards.filter((card) => card.kind === 'fighter')
