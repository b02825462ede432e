/** Cards by their ids under a name of one's own: a team, a horde. */
export interface NamedList {
  name: string
  cards: string[]
}

/** Lists that this browser keeps by their names. */
export class NamedLists {
  list = $state.raw<NamedList[]>([])

  constructor(private readonly key: string) {
    this.list = this.read()
  }

  private read(): NamedList[] {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(this.key) ?? '[]')
      return Array.isArray(found) ? found.filter((one): one is NamedList => typeof one?.name === 'string' && Array.isArray(one?.cards)) : []
    } catch {
      return []
    }
  }

  /** Keeps a list; `was` is the name it had before. Another one of that name gives way. */
  keep(name: string, cards: string[], was = name) {
    const others = this.list.filter((one) => one.name !== name && one.name !== was)
    this.store([...others, { name, cards }].toSorted((one, other) => one.name.localeCompare(other.name)))
  }

  drop(name: string) {
    this.store(this.list.filter((one) => one.name !== name))
  }

  named(name: string): NamedList | undefined {
    return this.list.find((one) => one.name === name)
  }

  private store(list: NamedList[]) {
    this.list = list
    localStorage.setItem(this.key, JSON.stringify(list))
  }
}

/** The teams of Krosmaster Arena that are kept here. */
export const teams = new NamedLists('esquive.teams')
