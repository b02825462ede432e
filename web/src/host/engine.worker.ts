/* The worker with the engine: Python in a page, asked as a server is. */

import { openKept, readKept, writeKept } from './kept'
import type { EngineFiles, FromEngine, ToEngine } from './messages'

interface Answer extends Iterable<unknown> {
  destroy(): void
}
/** The engine as esquive.site.worker has it. */
interface Engine {
  ask(method: string, address: string, token: string, body: unknown): Promise<Answer>
  follow(id: number, address: string, token: string, send: (text: Bytes) => void, close: (code: number, reason: string) => void): void
  say(id: number, text: string): void
  leave(id: number): void
}
/** Bytes of Python, which are copied. */
interface Bytes {
  toJs(): Uint8Array
  destroy(): void
}
interface Python {
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array): void }
  pyimport(name: string): { begin(read: unknown, write: unknown): Promise<Engine> }
  runPython(code: string): unknown
  toPy(value: unknown): unknown
}

const PLACE = '/esquive'
const say = (message: FromEngine, transfer: Transferable[] = []) => postMessage(message, { transfer })

let engine: Promise<Engine>

/** What comes of a file, unpacked; how much of it has come is counted as it was sent. */
function unpacked(response: Response, counted: (bytes: number) => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, out) {
      counted(part.byteLength)
      out.enqueue(part)
    },
  })
  if (!response.body) throw new Error(response.url)
  return response.body.pipeThrough(count).pipeThrough(new DecompressionStream('gzip'))
}

async function begin(base: string, listed: EngineFiles): Promise<Engine> {
  const folder = new URL(`${listed.folder}/`, base).href
  const all = Object.values(listed.files).reduce((sum, size) => sum + size, 0)
  let got = 0
  let told = 0
  const counted = (bytes: number) => {
    got += bytes
    if (got - told > all / 200 || got >= all) say({ type: 'progress', got: (told = got), all })
  }
  const fetched = async (name: string) => {
    const response = await fetch(folder + name)
    if (!response.ok) throw new Error(`${response.status} ${name}`)
    return unpacked(response, counted)
  }
  const [wasm, library, ours] = ['pyodide.asm.wasm.gz', 'stdlib.zip.gz', 'package.bin.gz'].map(fetched) as [Promise<ReadableStream>, Promise<ReadableStream>, Promise<ReadableStream>]
  const bundle = ours.then((stream) => new Response(stream).arrayBuffer())
  const kept = openKept()
  for (const one of [wasm, library, bundle, kept]) one.catch(() => undefined) // whoever waits for it hears of it

  // The runtime asks for its files by their names; it gets what has been unpacked.
  const given: Record<string, [Promise<ReadableStream>, string]> = { 'pyodide.asm.wasm': [wasm, 'application/wasm'], 'stdlib.zip': [library, 'application/zip'] }
  const outside = self.fetch.bind(self)
  self.fetch = async (asked, init) => {
    const found = given[(asked instanceof Request ? asked.url : String(asked)).split('/').pop() ?? '']
    return found ? new Response(await found[0], { headers: { 'content-type': found[1] } }) : outside(asked, init)
  }
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as { loadPyodide(options: object): Promise<Python> }
  const python = await loadPyodide({ indexURL: folder, stdLibURL: `${folder}stdlib.zip`, lockFileContents: LOCK, packageBaseUrl: folder, checkAPIVersion: false })
  performance.mark('runtime')
  self.fetch = outside
  counted(all - got) // the runtime itself is not counted as it comes
  const files = await bundle
  performance.mark('fetched')
  lay(python, files)
  performance.mark('laid out')
  python.runPython(`import sys; sys.path.insert(0, '${PLACE}')`)
  const database = await kept
  const worker = python.pyimport('esquive.site.worker')
  performance.mark('imported')
  return worker.begin(
    (prefix: string) => readKept(database, prefix),
    (names: string, entries: { toJs(): Uint8Array[]; destroy(): void }, dropped: string) => {
      const bytes = entries.toJs()
      return writeKept(database, JSON.parse(names) as [string, boolean][], bytes, JSON.parse(dropped) as string[])
    },
  )
}

/** No package is fetched by anybody: what there is came with the engine. */
const LOCK = JSON.stringify({ info: { arch: 'wasm32', platform: 'emscripten_5_0_3', version: '314.0.7', python: '3.14.2', abi_version: '2026_0' }, packages: {} })

/** Lays out the files of a bundle: real ones, since data is read by path. */
function lay(python: Python, bundle: ArrayBuffer) {
  const length = new DataView(bundle).getUint32(0, true)
  const names = JSON.parse(new TextDecoder().decode(new Uint8Array(bundle, 4, length))) as [string, number][]
  const made = new Set<string>()
  let at = 4 + length
  for (const [name, size] of names) {
    const folder = `${PLACE}/${name.slice(0, Math.max(0, name.lastIndexOf('/')))}`
    if (!made.has(folder)) {
      made.add(folder)
      python.FS.mkdirTree(folder)
    }
    python.FS.writeFile(`${PLACE}/${name}`, new Uint8Array(bundle, at, size))
    at += size
  }
}

/** Bytes of Python as text. */
const DECODER = new TextDecoder()

async function heard(message: ToEngine) {
  if (message.type === 'begin') {
    engine = begin(message.base, message.listed)
    await engine
    performance.mark('begun')
    return say({ type: 'ready' })
  }
  const known = await engine
  if (message.type === 'ask') {
    const found = await known.ask(message.method, message.address, message.token, message.body)
    const [status, kind, bytes] = found as unknown as [number, string, Bytes]
    const body = bytes.toJs()
    bytes.destroy()
    found.destroy()
    say({ type: 'answer', id: message.id, status, kind, body }, [body.buffer])
  } else if (message.type === 'follow') {
    const { id } = message
    const send = (text: Bytes) => say({ type: 'told', id, text: DECODER.decode(text.toJs()) })
    known.follow(id, message.address, message.token, send, (code, reason) => say({ type: 'closed', id, code, reason }))
  } else if (message.type === 'say') known.say(message.id, message.text)
  else known.leave(message.id)
}

onmessage = ({ data }: MessageEvent<ToEngine>) =>
  void heard(data).catch((error: unknown) => say({ type: 'failed', why: error instanceof Error ? (error.message.trim().split('\n').pop() ?? error.name) : String(error) }))
