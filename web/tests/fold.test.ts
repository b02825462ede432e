import { expect, test } from 'vitest'
import { fold } from '../src/state/fold'

test('what differs in accents and capitals alone is the same to a search', () => {
  expect(fold('Épée d’Été')).toBe(fold('epee d’ete'))
  expect(fold('PIÙ ÎLE ça Noël')).toBe('piu ile ca noel')
  expect(fold('e\u0301')).toBe(fold('\u00e9'))
})

test('other letters, numbers and signs are left as they are', () => {
  expect(fold('K20.1 4.14.2.d œuf')).toBe('k20.1 4.14.2.d œuf')
})
