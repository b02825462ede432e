/* The worker with the engine: Python in a page, asked as a server is. */

import { openKept, readKept, writeKept } from './kept'
import * as memory from './memory'
import type { EngineFiles, FromEngine, Think, ToEngine } from './messages'

interface Answer extends Iterable<unknown> {
  destroy(): void
}
/** The engine as esquive.site.worker has it. */
interface Engine {
  ask(method: string, address: string, token: string, body: unknown): Promise<Answer>
  follow(id: number, address: string, token: string, send: (text: Bytes) => void, close: (code: number, reason: string) => void): void
  say(id: number, text: string): void
  leave(id: number): void
  go_on(): Promise<void>
}
/** What answers the decisions of bots, as esquive.hosting.thinking has it. */
interface Thinker {
  answered(text: string): string
}
/** Bytes of Python, which are copied. */
interface Bytes {
  toJs(): Uint8Array
  destroy(): void
}
interface Python {
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array): void }
  pyimport(name: 'esquive.site.worker'): { begin(read: unknown, write: unknown, think: unknown, forget: unknown): Promise<Engine> }
  pyimport(name: 'esquive.hosting.thinking'): Thinker
  runPython(code: string): unknown
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>
}

const PLACE = '/esquive'
const say = (message: FromEngine, transfer: Transferable[] = []) => postMessage(message, { transfer })

let engine: Promise<Engine>
/** in a worker that thinks, and does nothing else */
let thinker: Promise<Thinker>
/** the decisions that bots think about elsewhere */
const thoughts = new Map<number, { resolve: (line: string) => void; reject: (error: Error) => void }>()

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

async function fetched(address: string, counted: (bytes: number) => void = () => undefined) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${response.status} ${address}`)
  return unpacked(response, counted)
}

/** Python, as it lies in a folder; `more` is what else it is told. */
async function runtime(folder: string, counted?: (bytes: number) => void, more: object = {}): Promise<Python> {
  // It asks for its files by their names, and gets what has been unpacked.
  const given: Record<string, [Promise<ReadableStream>, string]> = {
    'pyodide.asm.wasm': [fetched(`${folder}pyodide.asm.wasm.gz`, counted), 'application/wasm'],
    'stdlib.zip': [fetched(`${folder}stdlib.zip.gz`, counted), 'application/zip'],
  }
  for (const [one] of Object.values(given)) one.catch(() => undefined) // whoever waits for it hears of it
  const outside = self.fetch.bind(self)
  self.fetch = async (asked, init) => {
    const found = given[(asked instanceof Request ? asked.url : String(asked)).split('/').pop() ?? '']
    return found ? new Response(await found[0], { headers: { 'content-type': found[1] } }) : outside(asked, init)
  }
  const outer = fetched(`${folder}pyodide.asm.mjs.gz`, counted).then((stream) => new Response(stream, { headers: { 'content-type': 'text/javascript' } }).blob())
  outer.catch(() => undefined)
  try {
    const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as { loadPyodide(options: object): Promise<Python> }
    const place = URL.createObjectURL(await outer)
    const { default: createPyodideModule } = (await import(/* @vite-ignore */ place)) as { default: unknown }
    URL.revokeObjectURL(place)
    return await loadPyodide({ createPyodideModule, indexURL: folder, stdLibURL: `${folder}stdlib.zip`, lockFileContents: LOCK, packageBaseUrl: folder, checkAPIVersion: false, ...more })
  } finally {
    self.fetch = outside
  }
}

/** What there is of the engine, and the folder it lies in, by the address of its list. */
async function found(address: string): Promise<[EngineFiles, string]> {
  const listed = (await (await fetch(address)).json()) as EngineFiles
  return [listed, new URL(`${listed.folder}/`, address).href]
}

/** Python with our modules, and how far it has come told. */
async function loaded(address: string): Promise<Python> {
  const [listed, folder] = await found(address)
  const all = Object.values(listed.files).reduce((sum, size) => sum + size, 0)
  let got = 0
  let told = 0
  const counted = (bytes: number) => {
    got += bytes
    if (got - told > all / 200 || got >= all) say({ type: 'progress', got: (told = got), all })
  }
  const bundle = fetched(`${folder}package.bin.gz`, counted).then((stream) => new Response(stream).arrayBuffer())
  bundle.catch(() => undefined)
  const remembered = await memory.get(folder)
  performance.mark('asked')
  const python = remembered
    ? await runtime(folder, counted, { _loadSnapshot: remembered }).catch(async () => {
        await memory.forget()
        return runtime(folder)
      })
    : await runtime(folder, counted)
  performance.mark('runtime')
  const files = await bundle
  counted(all - got) // the runtime itself is not counted as it comes
  performance.mark('fetched')
  lay(python, files)
  performance.mark('laid out')
  python.runPython(`import sys; sys.path.insert(0, '${PLACE}')`)
  return python
}

async function begin(address: string): Promise<Engine> {
  const kept = openKept()
  kept.catch(() => undefined)
  const python = await loaded(address)
  const database = await kept
  const worker = python.pyimport('esquive.site.worker')
  performance.mark('imported')
  return worker.begin(
    (prefix: string) => readKept(database, prefix),
    (names: string, entries: { toJs(): Uint8Array[] }, dropped: string) => writeKept(database, JSON.parse(names) as [string, boolean][], entries.toJs(), JSON.parse(dropped) as string[]),
    (id: number, text: string) =>
      new Promise<string>((resolve, reject) => {
        thoughts.set(id, { resolve, reject })
        say({ type: 'think', id, text })
      }),
    (id: number) => {
      thoughts.delete(id)
      say({ type: 'unthink', id })
    },
  )
}

/** Python as it is once it has begun, so that it need not begin anew each time: made when nobody waits. */
async function remember(address: string) {
  const [listed, folder] = await found(address)
  if (await memory.has(folder)) return
  const python = await runtime(folder, undefined, { _makeSnapshot: true })
  python.runPython(`
from contextlib import suppress
from importlib import import_module
for name in ${JSON.stringify(listed.library)}:
    with suppress(ImportError):
        import_module(name)
`)
  await memory.keep(folder, python.makeMemorySnapshot())
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

/** A bot's decision; whatever goes wrong with it is told to who has asked. */
async function think({ id, text }: Think) {
  try {
    say({ type: 'thought', id, line: (await thinker).answered(text) })
  } catch (error) {
    say({ type: 'thought', id, line: '', wrong: error instanceof Error ? error.message : String(error) })
  }
}

/** Bytes of Python as text. */
const DECODER = new TextDecoder()

async function heard(message: ToEngine) {
  if (message.type === 'begin') {
    engine = begin(message.listed)
    await engine.catch((error: unknown) => memory.forget().then(() => Promise.reject(error)))
    performance.mark('begun')
    say({ type: 'ready' })
    return (await engine).go_on()
  }
  if (message.type === 'remember') {
    await remember(message.listed).catch(() => memory.forget())
    return close()
  }
  if (message.type === 'thinker') {
    thinker = loaded(message.listed).then((python) => python.pyimport('esquive.hosting.thinking'))
    return void (await thinker)
  }
  if (message.type === 'think') return think(message)
  if (message.type === 'thought') {
    const asked = thoughts.get(message.id)
    thoughts.delete(message.id)
    return message.wrong ? asked?.reject(new Error(message.wrong)) : asked?.resolve(message.line)
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
