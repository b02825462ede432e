import type { KaosCatalogue } from '../../protocol'
import { fold } from '../../state/fold'
import type { Layout } from './edits'
import { called } from './pieces'
import { KINDS } from './scenery'

/** What may be added to a position: a figure by its card, or a piece of scenery by its kind. */
export interface Choice {
  id: string
  name: string
  /** the folded words it is found by */
  words: string
  note?: string
}

const choice = (id: string, name: string, note = ''): Choice => ({ id, name, note, words: fold(`${id} ${name} ${note}`) })

/** The fighters there are, by name; those that the position brings along too. */
export function fightersOf(catalogue: KaosCatalogue | null, layout: Layout | null, tribes: Record<string, string>): Choice[] {
  const shipped = (catalogue?.cards ?? []).filter((one) => one.kind === 'fighter').map((one) => choice(one.id, one.name, tribes[one.tribe ?? ''] ?? ''))
  const own = Array.isArray(layout?.profile) ? (layout.profile as { id: string }[]).filter((one) => !shipped.some((other) => other.id === one.id)).map((one) => choice(one.id, called(one.id))) : []
  return [...shipped, ...own].toSorted((one, other) => one.name.localeCompare(other.name))
}

/** Kinds of scenery, and the pieces of the movable scenery that are not on the table yet. */
export function sceneryOf(layout: Layout | null, kinds: Record<string, string>): Choice[] {
  const waiting = (layout?.selection ?? []).filter((one) => !layout?.placed?.some((placed) => placed.piece === one.id))
  return [...waiting.map((one) => choice(one.id, called(one.id))), ...Object.keys(KINDS).map((id) => choice(id, kinds[id] ?? id))]
}
