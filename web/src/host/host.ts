/** Where what the client asks is answered: by the server it came from, or by the engine in a worker of this page. */
export interface Host {
  ask(address: string, init?: RequestInit): Promise<Response>
  /** Follows a match: what a websocket is at a server. */
  follow(address: string, protocols: string[]): Line
}

/** What of a websocket the client uses. */
export interface Line {
  readonly readyState: number
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
  send(text: string): void
  close(): void
}

const server: Host = {
  ask: (address, init) => fetch(address, init),
  follow: (address, protocols) => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${address}`, protocols) as Line,
}

/** Where the engine of a page without a server lies, as the page itself says; "" for a page that a server has sent. */
export const engineAt = document.documentElement.dataset.engine ?? ''
export const isInPage = engineAt !== ''
/** The server at which people far from one another meet, as the address or the page itself says; "" for none. */
export const serverAt = isInPage ? serverNamed(new URLSearchParams(location.search).get('server') ?? '') || (document.documentElement.dataset.server ?? '') : ''

/** The address of a server as it may be followed; "" for what is none. */
function serverNamed(said: string): string {
  try {
    const { origin, pathname, protocol } = new URL(said)
    return /^https?:$/.test(protocol) ? origin + pathname.replace(/\/+$/, '') : ''
  } catch {
    return ''
  }
}

let chosen: Promise<Host> | Host = server
if (isInPage) chosen = import('./inPage.svelte').then(({ InPage }) => (chosen = new InPage(new URL(engineAt, document.baseURI))))

/** The one there is, or in a moment will be. */
export const host = (): Promise<Host> | Host => chosen
