/** Everything a page keeps, as one file: the entries of its database, and what stands in the browser's small storage. */

const FORMAT = 'esquive-kept 1'
const PREFIX = 'esquive.'
const MATCHES = 'esquive.matches'

export interface Portable {
  format: string
  entries: Record<string, string>
  settings: Record<string, string>
}

const toText = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const toBytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/** What is kept, as it is written to a file. */
export function packed(entries: [string, Uint8Array][], storage: Storage): Portable {
  const names = Object.keys(storage).filter((name) => name.startsWith(PREFIX))
  return {
    format: FORMAT,
    entries: Object.fromEntries(entries.map(([name, kept]) => [name, toText(kept)])),
    settings: Object.fromEntries(names.map((name) => [name, storage.getItem(name) ?? ''])),
  }
}

const isTexts = (found: unknown): found is Record<string, string> => typeof found === 'object' && found !== null && Object.values(found).every((one) => typeof one === 'string')

/** What a file holds, or null where it is none of these. */
export function read(text: string): Portable | null {
  try {
    const found = JSON.parse(text) as Partial<Portable>
    if (found.format !== FORMAT || !isTexts(found.entries) || !isTexts(found.settings)) return null
    Object.values(found.entries).forEach(toBytes)
    return found as Portable
  } catch {
    return null
  }
}

/** The match or the record that an entry is of. */
const whole = (name: string) => name.split('/').slice(0, 2).join('/').replace(/^(lines|snapshot)\//, 'match/')

/** The entries of a file that are new here: of what is here already nothing is touched. */
export function newEntries(file: Portable, known: readonly string[]): [string, Uint8Array][] {
  const here = new Set(known.map(whole))
  return Object.entries(file.entries)
    .filter(([name]) => !here.has(whole(name)))
    .map(([name, kept]) => [name, toBytes(kept)])
}

/** Brings the settings of a file: those that are here stay, and the tokens of matches are added to them. */
export function bringSettings(file: Portable, storage: Storage) {
  for (const [name, value] of Object.entries(file.settings)) {
    if (!name.startsWith(PREFIX)) continue
    const own = storage.getItem(name)
    if (own === null) storage.setItem(name, value)
    else if (name === MATCHES) storage.setItem(name, bothLists(own, value))
  }
}

/** The matches of two lists, one's own first. */
function bothLists(own: string, other: string): string {
  try {
    const [mine, brought] = [JSON.parse(own), JSON.parse(other)] as [{ id: string }[], { id: string }[]]
    return JSON.stringify([...mine, ...brought.filter((one) => !mine.some((known) => known.id === one.id))])
  } catch {
    return own
  }
}
