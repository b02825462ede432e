import { expect, test } from 'vitest'
import { grown } from '../src/state/letters'
import { en } from '../src/strings/en'
import { fr } from '../src/strings/fr'
import { it } from '../src/strings/it'

test('what is narrow for letters twice as large is twice as wide', () => {
  expect(grown('(max-width: 760px) and (max-height: 520.5px)', 2)).toBe('(max-width: 1520px) and (max-height: 1041px)')
  expect(grown('(max-aspect-ratio: 1/1)', 1.5)).toBe('(max-aspect-ratio: 1/1)')
})

test.each([['French', fr], ['Italian', it]])('every key has its meaning in %s', (_, strings) => {
  expect(Object.keys(strings.keys).sort()).toEqual(Object.keys(en.keys).sort())
  for (const key of Object.keys(en.keys) as (keyof typeof en.keys)[]) expect(strings.keys[key]).not.toBe(en.keys[key])
})
