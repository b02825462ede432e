/** What was tried and said of replays, kept in this browser: matches played on from a step, and comments on steps. */
export interface Variant {
  match: string
  step: number
  against: string
  created: string
}
interface Notes {
  variants: Variant[]
  comments: Record<number, string>
}

const KEY = 'esquive.notes'
const MOST = 60 // replays remembered

function read(): Record<string, Notes> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return kept && typeof kept === 'object' ? (kept as Record<string, Notes>) : {}
  } catch {
    localStorage.removeItem(KEY)
    return {}
  }
}

/** By the replay they are about: `match/ID` or `file/ID`. */
class NoteBook {
  private all = $state.raw(read())

  of(replay: string): Notes {
    return this.all[replay] ?? { variants: [], comments: {} }
  }

  add(replay: string, variant: Variant) {
    const known = this.of(replay)
    this.put(replay, { ...known, variants: [...known.variants, variant] })
  }

  comment(replay: string, step: number, text: string) {
    const comments = { ...this.of(replay).comments, [step]: text.trim() }
    if (!text.trim()) delete comments[step]
    this.put(replay, { ...this.of(replay), comments })
  }

  private put(replay: string, notes: Notes) {
    const others = Object.entries(this.all).filter(([key]) => key !== replay)
    this.all = Object.fromEntries([...others.slice(-MOST), [replay, notes]])
    localStorage.setItem(KEY, JSON.stringify(this.all))
  }
}

export const notes = new NoteBook()
