import { expect, test } from 'vitest'

const SOURCES = import.meta.glob<string>('../src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true })
/** what takes a line of notation apart: the parts of an answer are its fields */
const READS = /\b(do|line|lines\[\d\]\??)\)?\.(split|match|startsWith|slice|substring|indexOf)\(/

test('no source of the client reads notation', () => {
  expect(Object.keys(SOURCES).length).toBeGreaterThan(150)
  expect(Object.entries(SOURCES).flatMap(([file, text]) => (READS.test(text) ? [file] : []))).toEqual([])
})
