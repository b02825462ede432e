import { expect, test } from 'vitest'

const SOURCES = Object.entries(import.meta.glob<string>('../src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true }))

test.each([
  ['kaos', 'krosmaster'],
  ['krosmaster', 'kaos'],
])('the room of %s imports nothing of %s', (room, other) => {
  const own = SOURCES.filter(([file]) => file.startsWith(`../src/${room}/`))
  expect(own.length).toBeGreaterThan(30)
  expect(own.flatMap(([file, text]) => (new RegExp(`(from|import\\()\\s*'[./]+/${other}/`).test(text) ? [file] : []))).toEqual([])
})

// Where the games are listed, told in words and typed; and where the table that all share still knows the first of them.
const NAMING = ['../src/games.ts', '../src/protocol.ts', '../src/strings/', '../src/krosmaster/', '../src/kaos/', '../src/state/match.svelte.ts']

test('no game is named outside its room and the list of games', () => {
  const naming = SOURCES.filter(([file, text]) => !NAMING.some((one) => file.startsWith(one)) && /(?<!kind: )'(krosmaster|kaos)'/.test(text))
  expect(naming.map(([file]) => file)).toEqual([])
})
