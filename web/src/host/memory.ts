/** The memory of Python as it was once it had begun, kept by the browser beside the page: of one engine at a time. */

const NAME = 'engine-memory'
const placeOf = (folder: string) => `${folder}memory`

/** What is kept for the engine in a folder; a browser that keeps nothing has none. */
export async function get(folder: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const found = await (await caches.open(NAME)).match(placeOf(folder))
    return found ? new Uint8Array(await found.arrayBuffer()) : null
  } catch {
    return null
  }
}

export const has = async (folder: string) => Boolean(await (await caches.open(NAME)).match(placeOf(folder)))

/** Keeps it in the place of that of any other engine. */
export async function keep(folder: string, bytes: Uint8Array<ArrayBuffer>) {
  await caches.delete(NAME)
  await (await caches.open(NAME)).put(placeOf(folder), new Response(bytes))
}

export const forget = async () => void ('caches' in self && (await caches.delete(NAME)))
