export type Route = { page: 'setup' } | { page: 'match'; id: string; token: string | null } | { page: 'rules'; clause: string }

function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [page, ...rest] = path.split('/').map(decodeURIComponent)
  if (page === 'match' && rest[0]) return { page: 'match', id: rest[0], token: new URLSearchParams(query).get('token') }
  if (page === 'rules') return { page: 'rules', clause: rest[0] ?? '' }
  return { page: 'setup' }
}

/** Where we are, as the address's hash says. */
class Router {
  current = $state.raw<Route>(parse(location.hash))

  constructor() {
    window.addEventListener('hashchange', () => (this.current = parse(location.hash)))
  }

  go(hash: string) {
    location.hash = hash
  }
}

export const route = new Router()
export const clauseHref = (clause: string) => `#/rules/${encodeURIComponent(clause)}`
