import { host, type Host, type Line } from '../host/host'
import type { ClientMessage, ServerMessage } from '../protocol'

export type Link = 'connecting' | 'open' | 'lost' | 'gone'

const FIRST_WAIT = 400
const LONGEST_WAIT = 10_000
/** the server has too much to do with this browser, or with all of them */
const TOO_MUCH = [4429, 4503]

/** A line to a match that comes back: says hello with the last version seen, waits longer after each failure. */
export class Connection {
  private socket: Line | null = null
  private wait = FIRST_WAIT
  private timer: ReturnType<typeof setTimeout> | undefined
  private closed = false

  constructor(
    private readonly address: () => string,
    private readonly protocols: string[],
    private readonly version: () => number,
    private readonly onMessage: (message: ServerMessage) => void,
    private readonly onLink: (link: Link) => void,
  ) {
    this.open()
  }

  private open() {
    const found = host()
    if (found instanceof Promise) void found.then((known) => this.openAt(known))
    else this.openAt(found)
  }

  private openAt(found: Host) {
    if (this.closed) return
    const socket = found.follow(this.address(), this.protocols)
    this.socket = socket
    socket.onopen = () => {
      this.send({ type: 'hello', version: this.version() })
      this.send({ type: 'table' })
    }
    socket.onmessage = (event) => {
      this.wait = FIRST_WAIT
      if (this.socket === socket) this.onMessage(JSON.parse(String(event.data)) as ServerMessage)
    }
    socket.onclose = (event) => {
      if (this.closed || this.socket !== socket) return
      if (TOO_MUCH.includes(event.code)) this.wait = LONGEST_WAIT
      this.onLink('lost')
      this.timer = setTimeout(() => this.open(), this.wait * (0.8 + Math.random() * 0.4))
      this.wait = Math.min(this.wait * 1.8, LONGEST_WAIT)
    }
  }

  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(message))
    return true
  }

  /** Leaves and comes back at once, at the address as it is now. */
  reopen() {
    clearTimeout(this.timer)
    const old = this.socket
    this.socket = null
    old?.close()
    this.open()
  }

  close() {
    this.closed = true
    clearTimeout(this.timer)
    this.socket?.close()
  }
}
