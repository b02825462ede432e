import type { Card, KrosmasterCatalogue, Reward, Spell, Summon } from '../../protocol'
import { fold } from '../../state/fold'
import { editionOf } from '../names'

export const KINDS = ['figure', 'token', 'reward'] as const
export type Kind = (typeof KINDS)[number]

/** One thing of the catalogue as it is searched for. */
export interface Entry {
  kind: Kind
  id: string
  name: string
  /** the folded words it is found by */
  words: string
  figure?: Card
  token?: Summon
  reward?: Reward
  spells: readonly Spell[]
  keywords: readonly string[]
}

/** What one looks for; "" and false stand for anything. These are the names in the address, too. */
export interface Wanted {
  q: string
  kind: Kind
  type: string
  level: string
  colour: string
  set: string
  element: string
  reach: string
  power: string
  summons: boolean
  mine: boolean
  playable: boolean
}

export const ANYTHING: Wanted = { q: '', kind: 'figure', type: '', level: '', colour: '', set: '', element: '', reach: '', power: '', summons: false, mine: false, playable: false }

const figureWords = (one: Card | Summon) => [one.id, one.name, ...one.spells.map((spell) => spell.name), ...one.powers.map((power) => power.name)]
const keywordsOf = (one: Card | Summon) => one.powers.filter((power) => power.keyword).map((power) => power.id)

/** Everything of a catalogue, in the order of the names. */
export function entriesOf(catalogue: KrosmasterCatalogue): Entry[] {
  const found: Entry[] = [
    ...catalogue.cards.map((figure) => ({ kind: 'figure' as const, id: figure.id, name: figure.name, figure, spells: figure.spells, keywords: keywordsOf(figure), words: fold([...figureWords(figure), editionOf(figure), ...figure.types].join(' ')) })),
    ...catalogue.summons.map((token) => ({ kind: 'token' as const, id: token.id, name: token.name, token, spells: token.spells, keywords: keywordsOf(token), words: fold([...figureWords(token), token.family ?? ''].join(' ')) })),
    ...catalogue.rewards.flatMap((reward) => (reward.id && reward.name ? [{ kind: 'reward' as const, id: reward.id, name: reward.name, reward, spells: [], keywords: [], words: fold([reward.id, reward.name, reward.text ?? ''].join(' ')) }] : [])),
  ]
  return found.toSorted((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id))
}

/** How far an attack or another spell reaches, as one asks for it: the farthest cell, or any. */
const reaches = (spell: Spell, reach: string) => (reach === 'close' ? spell.range.kind === 'close-combat' : spell.range.kind !== 'personal' && spell.range.max >= Number(reach))
const elementOf = (spell: Spell) => (spell.kind === 'attack' ? (spell.element ?? 'neutral') : spell.kind)

/** Whether a thing is what one looks for; `owned` tells how many of a figure one has. */
export function isWanted(one: Entry, wanted: Wanted, owned: (id: string) => number): boolean {
  const { figure } = one
  return (
    one.kind === wanted.kind &&
    fold(wanted.q)
      .split(/\s+/)
      .every((word) => one.words.includes(word)) &&
    (!wanted.element || one.spells.some((spell) => elementOf(spell) === wanted.element)) &&
    (!wanted.reach || one.spells.some((spell) => reaches(spell, wanted.reach))) &&
    (!wanted.power || one.keywords.includes(wanted.power)) &&
    (!figure ||
      ((!wanted.type || figure.types.includes(wanted.type)) &&
        (!wanted.level || String(figure.level) === wanted.level) &&
        (!wanted.colour || figure.colour === wanted.colour) &&
        (!wanted.set || figure.collection === wanted.set) &&
        (!wanted.summons || Boolean(figure.brings?.length)) &&
        (!wanted.mine || owned(figure.id) > 0) &&
        (!wanted.playable || figure.playable)))
  )
}

/** What is asked for, as the second part of an address; "" for anything. */
export function toQuery(wanted: Wanted): string {
  const said = Object.entries(wanted).filter(([key, value]) => value !== ANYTHING[key as keyof Wanted])
  return new URLSearchParams(said.map(([key, value]) => [key, value === true ? '1' : String(value)])).toString()
}

/** What an address asks for; what nobody knows in it is left out. */
export function fromQuery(query: string): Wanted {
  const said = new URLSearchParams(query)
  const words = Object.fromEntries(Object.entries(ANYTHING).map(([key, usual]) => [key, typeof usual === 'boolean' ? said.get(key) === '1' : (said.get(key) ?? usual)])) as unknown as Wanted
  return KINDS.includes(words.kind) ? words : { ...words, kind: 'figure' }
}
