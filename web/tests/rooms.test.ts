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
