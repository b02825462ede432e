import type { Card, Judged, SeatName } from '../protocol'
import { current, type Match } from '../state/match.svelte'
import { t } from '../state/settings.svelte'

/** “Ada and Brice”, from unit ids. */
export function listUnits(ids: string[]): string {
  const names = ids.map((id) => current.table?.unit(id)?.name ?? id)
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')}${t().and}${names.at(-1)}`
}

/** What stands on a cell and cuts a line of sight. */
export function blockerOn(cell: string): string {
  const unit = current.table?.unitAt(cell)
  if (unit) return unit.name
  const kind = current.table?.view?.board.cells[cell]?.kind ?? 'free'
  return t().blockerAt(t().cellKinds[kind] ?? kind, cell)
}

const SMALL = new Set(['of', 'the', 'de', 'du', 'des', 'la', 'le', 'del', 'della'])

/** A type as it is written: an id such as `brotherhood-of-the-tofu` with its capitals. */
export function typeName(type: string): string {
  if (/\p{Lu}|\s/u.test(type)) return type
  return type.split('-').map((word, i) => (i && SMALL.has(word) ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`)).join(' ')
}

/** The facts of a condition that can be told in a word or number. */
export function factsOf(condition: Judged): [string, string][] {
  return Object.entries(condition.facts ?? {}).flatMap(([name, value]): [string, string][] => {
    const known = t().facts[name]
    if (!known || value === '' || value === null || typeof value === 'object') return []
    return [[known, current.table?.unit(String(value))?.name ?? String(value)]]
  })
}

export interface Question {
  line: string
  label: string
}

/** What else the judge may be asked about while a unit may act: lines with their words. */
export function questionsFor(match: Match): Question[] {
  const decision = match.decision
  if (decision?.kind !== 'activation') return decision && decision.options.length <= 12 ? decision.options.map((option) => ({ line: option.do, label: option.label })) : []
  const hidden = match.actor?.rewards.filter((reward) => reward.id && reward.face === 'down').map((reward) => ({ line: `reveal ${reward.id}`, label: `${t().reveal}: ${reward.name}` })) ?? []
  return [{ line: 'collect', label: t().collect }, { line: 'buy gg', label: t().buyGG }, ...hidden, { line: 'end', label: t().end }]
}

/** The seat a unit belongs to, by its id. */
export const ownerOf = (id: string | null | undefined): SeatName | null => current.table?.unit(id)?.owner ?? null

/** What tells a card from another one of its name: its version, or the edition it was printed in. */
export const editionOf = (card: Card): string => card.version ?? t().editions[card.print] ?? ''
