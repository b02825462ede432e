import { expect, test } from 'vitest'
import { bringSettings, newEntries, packed, read } from '../src/host/portable'

class Kept implements Storage {
  [name: string]: unknown
  get length() {
    return Object.keys(this).length
  }
  clear = undefined as never
  key = undefined as never
  getItem(name: string) {
    return (this[name] as string | undefined) ?? null
  }
  setItem(name: string, value: string) {
    this[name] = value
  }
  removeItem(name: string) {
    delete this[name]
  }
}
const storage = (values: Record<string, string>) => Object.assign(new Kept(), values) as Storage

const ENTRIES: [string, Uint8Array][] = [
  ['lines/a/00000000', Uint8Array.of(1, 2, 255)],
  ['match/a', Uint8Array.of(0)],
  ['upload/b', Uint8Array.of(7)],
]

test('what is written to a file comes back byte for byte', () => {
  const file = read(JSON.stringify(packed(ENTRIES, storage({ 'esquive.name': 'Zoé', other: 'x' }))))
  expect(file && newEntries(file, [])).toEqual(ENTRIES)
  expect(file?.settings).toEqual({ 'esquive.name': 'Zoé' })
})

test('a match that is here already stays as it is, with all of its answers', () => {
  const file = packed(ENTRIES, storage({}))
  expect(newEntries(file, ['match/a']).map(([name]) => name)).toEqual(['upload/b'])
  expect(newEntries(file, ['upload/b']).map(([name]) => name)).toEqual(['lines/a/00000000', 'match/a'])
})

test('what is no such file is told from one that is', () => {
  for (const text of ['', '{', '[]', '{"format":"esquive-kept 1"}', '{"format":"other","entries":{},"settings":{}}', '{"format":"esquive-kept 1","entries":{"match/a":"§"},"settings":{}}', '{"format":"esquive-kept 1","entries":{"match/a":3},"settings":{}}']) expect(read(text)).toBeNull()
})

test('settings that are here stay, and tokens of matches are added', () => {
  const here = storage({ 'esquive.name': 'Ann', 'esquive.matches': '[{"id":"a"}]' })
  const file = packed([], storage({ 'esquive.name': 'Bob', 'esquive.theme': 'dark', 'esquive.matches': '[{"id":"b"},{"id":"a","old":1}]' }))
  bringSettings({ ...file, settings: { ...file.settings, evil: 'x' } }, here)
  expect(here.getItem('esquive.name')).toBe('Ann')
  expect(here.getItem('esquive.theme')).toBe('dark')
  expect(here.getItem('esquive.matches')).toBe('[{"id":"a"},{"id":"b"}]')
  expect(here.getItem('evil')).toBeNull()
})
