import { fold } from '../state/fold'

/** What a list may name: an id, a name, and the folded words it is found by. */
export interface Listed {
  id: string
  name: string
  words: string
}
/** One line of a list: who is meant, whose it is, and what stands behind the name. */
export interface Placed<Entry> {
  entry: Entry
  owner: string
  place: string
}

/** The best match of a name: its id or name as it is, one that begins so, one that has all of its words. */
export function bestOf<Entry extends Listed>(wanted: string, entries: readonly Entry[]): Entry | undefined {
  const sought = fold(wanted)
  const words = sought.split(' ').filter(Boolean)
  if (!words.length) return undefined
  return (
    entries.find((one) => one.id === wanted.trim() || fold(one.name) === sought) ??
    entries.find((one) => fold(one.name).startsWith(sought) || one.id.startsWith(words.join('-'))) ??
    entries.find((one) => words.every((word) => one.words.includes(word)))
  )
}

/**
 * The figures of a list: a name on each line, behind it the place where it stands if that is known. A line with a
 * player alone says whose the next ones are. `isPlace` tells how a place of this game is written; who is not known is
 * answered too.
 */
export function readRoster<Entry extends Listed>(text: string, entries: readonly Entry[], seats: readonly string[], owner: string, isPlace: RegExp): { placed: Placed<Entry>[]; unknown: string[] } {
  const placed: Placed<Entry>[] = []
  const unknown: string[] = []
  for (const row of text.split('\n').map((one) => one.trim())) {
    if (!row) continue
    const seat = row.toLowerCase().replace(/:$/, '')
    if (seats.includes(seat)) {
      owner = seat
      continue
    }
    const place = isPlace.exec(row)?.[0] ?? ''
    const entry = bestOf(row.slice(0, row.length - place.length), entries)
    if (entry) placed.push({ entry, owner, place: place.trim() })
    else unknown.push(row)
  }
  return { placed, unknown }
}
