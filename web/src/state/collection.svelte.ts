const KEY = 'esquive.collection'

function kept(): Record<string, number> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return found && typeof found === 'object' ? Object.fromEntries(Object.entries(found).filter(([, n]) => Number.isInteger(n) && n > 0)) : {}
  } catch {
    return {}
  }
}

/** The figures one owns, with how many of each; kept in this browser. */
class Collection {
  counts = $state.raw<Record<string, number>>(kept())

  /** how many figures, each as often as it is there */
  get size(): number {
    return Object.values(this.counts).reduce((sum, n) => sum + n, 0)
  }

  /** The ids, one that is there twice named twice. */
  get ids(): string[] {
    return Object.entries(this.counts).flatMap(([id, n]) => Array<string>(n).fill(id))
  }

  of(id: string): number {
    return this.counts[id] ?? 0
  }

  set(ids: readonly string[]) {
    const counts: Record<string, number> = {}
    for (const id of ids) counts[id] = (counts[id] ?? 0) + 1
    this.keep(counts)
  }

  /** One has so many of a figure now. */
  put(id: string, n: number) {
    const { [id]: _, ...others } = this.counts
    this.keep(n > 0 ? { ...others, [id]: n } : others)
  }

  private keep(counts: Record<string, number>) {
    this.counts = counts
    localStorage.setItem(KEY, JSON.stringify(counts))
  }
}

export const collection = new Collection()
