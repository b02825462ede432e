/** The browser's database: entries of bytes by name. What one write says is kept as a whole or not at all. */

const NAME = 'esquive'
const ENTRIES = 'entries'

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database'))
  })

export const openKept = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(ENTRIES)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database'))
  })

/** Every name that begins so. */
const beginning = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

/** The entries whose names begin so, in the order of their names. */
export async function readKept(database: IDBDatabase, prefix: string): Promise<[string, Uint8Array][]> {
  const entries = database.transaction(ENTRIES).objectStore(ENTRIES)
  const [names, kept] = await Promise.all([done(entries.getAllKeys(beginning(prefix))), done(entries.getAll(beginning(prefix)) as IDBRequest<Uint8Array[]>)])
  return names.map((name, i) => [String(name), kept[i] as Uint8Array])
}

/** Keeps entries, of which some have to be new, and drops others; returns the name of what went wrong, "" for nothing. */
export function writeKept(database: IDBDatabase, entries: [name: string, fresh: boolean][], kept: Uint8Array[], dropped: string[]): Promise<string> {
  return new Promise((resolve) => {
    let wrong = ''
    try {
      const change = database.transaction(ENTRIES, 'readwrite', { durability: 'strict' })
      const store = change.objectStore(ENTRIES)
      const noted = (event: Event) => (wrong ||= (event.target as IDBRequest).error?.name ?? '')
      change.addEventListener('error', noted)
      change.oncomplete = () => resolve('')
      change.onabort = () => resolve(wrong || change.error?.name || 'AbortError')
      for (const prefix of dropped) store.delete(beginning(prefix))
      entries.forEach(([name, fresh], i) => (fresh ? store.add(kept[i], name) : store.put(kept[i], name)))
    } catch (error) {
      resolve(error instanceof DOMException ? error.name : 'UnknownError')
    }
  })
}
