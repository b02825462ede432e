// A mock server that speaks the wire protocol: `npm run mock`, then `npm run dev`. Prepared positions: #/match/demo-activation and the others in README.md.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { WebSocketServer } from 'ws'
import { cards, catalogue, clauses } from './fixture.mjs'
import { Game, scene } from './game.mjs'

const PORT = Number(process.env.PORT ?? 8000)
const STATIC = process.env.STATIC ?? join(import.meta.dirname ?? '.', '../../src/esquive/server/static')
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.woff': 'font/woff' }
const games = new Map()

const find = (id) => {
  if (!games.has(id) && id.startsWith('demo-')) games.set(id, scene(id))
  return games.get(id)
}

const check = (ids) => {
  const team = ids.map((id) => cards.find((c) => c.id === id)).filter(Boolean)
  const level = team.reduce((n, c) => n + c.level, 0)
  const violations = []
  if (ids.length < 3 || ids.length > 8) violations.push({ clause: '1.1.1.a', sentence: `A team has 3 to 8 Krosmasters; this one has ${ids.length}.` })
  if (level !== 12) violations.push({ clause: '1.1.1.b', sentence: `The levels of a team add up to 12; these add up to ${level}.` })
  for (const c of team) if (c.colour === 'gold' && team.filter((d) => d.id === c.id).length > 1) violations.push({ clause: '1.1.1.c', sentence: `${c.name} is a unique hero and can appear once.` })
  return { legal: !violations.length, violations }
}

async function answer(method, path, body) {
  if (path === '/api/catalogue') return catalogue
  if (path === '/api/teams/check') return check(body.cards)
  if (path === '/api/matches' && method === 'POST') {
    const id = Math.random().toString(36).slice(2, 8)
    const game = new Game(id, body)
    if (game.players.p1.agent !== 'human') { game.deploy('p1'); game.deploy('p2'); game.begin('p1') }
    games.set(id, game)
    return { id, token: `token-${id}` }
  }
  if (path === '/api/matches') return [...games.values()].map((g) => ({ id: g.id, created: new Date().toISOString(), players: Object.values(g.players).map((p) => p.name), over: Boolean(g.over), winner: g.over?.winner ?? null, game: 'krosmaster', format: 'constructed', winners: g.over && g.over.winner !== 'draw' ? [g.players[g.over.winner].name] : [], open: 0 }))
  const clause = path.match(/^\/api\/clauses\/(.+)$/)?.[1]
  if (clause) return { clause, paraphrase: clauses[clause]?.paraphrase ?? 'A sentence of ours that says what this clause asks for.', notes: clauses[clause]?.notes ?? null, code: ['esquive.krosmaster.book.spellcasting.check_line_of_sight'], tests: ['tests/krosmaster/book/test_sight.py::test_a_tree_blocks_the_line_of_sight'] }
  const record = path.match(/^\/api\/matches\/([^/]+)\/record$/)?.[1]
  if (record) return { game: 'krosmaster', id: record, answers: [] }
  return null
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  let text = ''
  for await (const chunk of request) text += chunk
  if (pathname.startsWith('/api/')) {
    const result = await answer(request.method, pathname, text ? JSON.parse(text) : {})
    response.writeHead(result ? 200 : 404, { 'content-type': 'application/json' })
    return response.end(JSON.stringify(result ?? { code: 'not-found', message: 'Nothing here.', fix: 'Check the address.' }))
  }
  const file = pathname === '/' ? '/index.html' : pathname
  try {
    const content = await readFile(join(STATIC, file))
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    response.end(content)
  } catch {
    response.writeHead(404).end('not found')
  }
})

const sockets = new WebSocketServer({ noServer: true })
server.on('upgrade', (request, socket, head) => {
  const id = new URL(request.url, 'http://localhost').pathname.match(/^\/api\/matches\/([^/]+)\/ws$/)?.[1]
  sockets.handleUpgrade(request, socket, head, (ws) => serve(ws, id && find(id)))
})

function serve(ws, game) {
  const send = (message) => ws.send(JSON.stringify(message))
  if (!game) { send({ type: 'error', code: 'no-such-match', message: 'There is no such match.', fix: 'Start a new one.' }); return ws.close() }
  let seen = 0
  const listener = (silent) => { send(game.state(seen, silent)); seen = game.events.length }
  game.listeners.add(listener)
  ws.on('close', () => game.listeners.delete(listener))
  ws.on('message', (raw) => {
    const message = JSON.parse(String(raw))
    if (message.type === 'hello') { send(game.state(message.version ? game.events.length : 0)); seen = game.events.length }
    else if (message.type === 'why') send(game.why(message.do))
    else if (message.type === 'answer') {
      if (message.version !== game.version) return send({ type: 'error', code: 'stale-version', message: 'The game has moved on.', fix: 'Say hello again.' })
      const refused = game.answer(message.do)
      if (refused) send(refused)
    }
  })
}

server.listen(PORT, '127.0.0.1', () => process.stdout.write(`mock server on http://127.0.0.1:${PORT}\n`))
