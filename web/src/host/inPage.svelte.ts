import type { EngineFiles, FromEngine, ToEngine } from './messages'
import type { Host, Line } from './host'
import { Thinking } from './thinking'
import { worker } from './worker'

/** How far the engine has come: what has been fetched of it in bytes, and whether it answers. */
class Loading {
  got = $state(0)
  all = $state(0)
  isReady = $state(false)
  /** what there is of the engine: its version, and what tells two of one version apart */
  version = $state('')
  /** why it does not begin, "" as long as it does */
  failed = $state('')
  /** another tab has taken over: this one answers nothing any more */
  isElsewhere = $state(false)
}
export const loading = new Loading()

const LOCK = 'esquive'
const PREFIX = 'token.'
const QUIET = 12_000 // ms after the engine is there
const LEAST = 2 // GB of memory: a second engine beside the first takes 60 MB for a moment


/** One who follows a match, as a websocket does. */
class PageLine implements Line {
  readyState: number = WebSocket.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor(
    private readonly host: InPage,
    readonly id: number,
  ) {}

  send(text: string) {
    this.host.say({ type: 'say', id: this.id, text })
  }

  close() {
    this.host.leave(this.id)
  }
}

/** The engine in a worker of this page. */
export class InPage implements Host {
  private worker: Worker | null = null
  private readonly asked = new Map<number, { resolve: (response: Response) => void; reject: (error: Error) => void }>()
  private readonly lines = new Map<number, PageLine>()
  private readonly thinking = new Thinking(
    () => this.address.href,
    (thought) => this.worker?.postMessage(thought),
  )
  private last = 0
  /** what is to be said to the worker once it is there */
  private readonly waiting: ToEngine[] = []
  /** what there is of the engine; null where that cannot be read */
  private readonly listed: Promise<EngineFiles | null>

  constructor(private readonly address: URL) {
    this.listed = fetch(address)
      .then((response) => response.json() as Promise<EngineFiles>)
      .catch(() => null) // the worker asks for it too, and says what is wrong
    void this.listed.then((listed) => (loading.version = listed ? `${listed.version} (${listed.folder})` : ''))
    this.begin()
  }

  /** One tab has the engine at a time: the last that was opened, or asked to go on. */
  private begin() {
    // Where a page comes neither by https nor from this machine, a browser has no locks: of two tabs that answer the
    // same decision one is refused all the same.
    if (!('locks' in navigator)) return this.work()
    const forEver = () => {
      this.work()
      return new Promise(() => undefined)
    }
    navigator.locks.request(LOCK, { steal: true }, forEver).catch(() => this.end())
  }

  private work() {
    this.worker = worker()
    this.worker.onmessage = ({ data }: MessageEvent<FromEngine>) => this.heard(data)
    this.worker.onerror = (event) => this.fail(event.message)
    this.worker.postMessage({ type: 'begin', listed: this.address.href } satisfies ToEngine)
    for (const one of this.waiting.splice(0)) this.worker.postMessage(one)
  }

  /** Has the engine remembered as it begins, for the next time, by a worker of its own. */
  remember() {
    const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? LEAST
    if ('caches' in window && memory >= LEAST) worker().postMessage({ type: 'remember', listed: this.address.href } satisfies ToEngine)
  }

  /** Another tab has taken over. */
  private end() {
    this.worker?.terminate()
    this.worker = null
    this.thinking.end()
    loading.isReady = false
    loading.isElsewhere = true
    this.fail('elsewhere')
  }

  private fail(why: string) {
    loading.failed = why
    for (const { reject } of this.asked.values()) reject(new Error(why))
    this.asked.clear()
    for (const line of this.lines.values()) this.closed(line, 1006)
  }

  say(message: ToEngine) {
    if (this.worker) this.worker.postMessage(message)
    else if (!loading.isElsewhere) this.waiting.push(message)
  }

  leave(id: number) {
    const line = this.lines.get(id)
    if (!line) return
    this.say({ type: 'leave', id })
    this.closed(line, 1000)
  }

  private closed(line: PageLine, code: number) {
    this.lines.delete(line.id)
    line.readyState = WebSocket.CLOSED
    line.onclose?.({ code })
  }

  private heard(message: FromEngine) {
    if (message.type === 'progress') [loading.got, loading.all] = [message.got, message.all]
    else if (message.type === 'ready') {
      loading.isReady = true
      loading.failed = ''
      setTimeout(() => this.remember(), QUIET)
    } else if (message.type === 'think') this.thinking.think(message)
    else if (message.type === 'unthink') this.thinking.forget(message.id)
    else if (message.type === 'thought') return
    else if (message.type === 'failed') this.fail(message.why)
    else if (message.type === 'answer') {
      const { id, status, kind, body } = message
      this.asked.get(id)?.resolve(new Response(body as Uint8Array<ArrayBuffer>, { status, headers: { 'content-type': kind } }))
      this.asked.delete(id)
    } else {
      const line = this.lines.get(message.id)
      if (message.type === 'told') line?.onmessage?.({ data: message.text })
      else if (line) this.closed(line, message.code)
    }
  }

  async ask(address: string, init: RequestInit = {}): Promise<Response> {
    if (loading.isElsewhere) throw new Error('elsewhere')
    const known = (await this.listed)?.answers[address]
    if (known && !init.method) return fetch(new URL(known, this.address))
    const headers = new Headers(init.headers)
    const token = headers.get('authorization')?.replace('Bearer ', '') ?? ''
    const body = new Uint8Array(await new Response(init.body ?? null).arrayBuffer())
    const id = ++this.last
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject })
      this.say({ type: 'ask', id, method: init.method ?? 'GET', address, token, body })
    })
  }

  follow(address: string, protocols: string[]): Line {
    const id = ++this.last
    const line = new PageLine(this, id)
    this.lines.set(id, line)
    const token = protocols.find((one) => one.startsWith(PREFIX))?.slice(PREFIX.length) ?? ''
    this.say({ type: 'follow', id, address, token })
    queueMicrotask(() => {
      if (this.lines.get(id) !== line) return
      line.readyState = WebSocket.OPEN
      line.onopen?.()
    })
    return line
  }
}
