import { current } from '../state/match.svelte'
import { t } from '../state/settings.svelte'

/** “Ada and Brice”, from unit ids. */
export function listUnits(ids: string[]): string {
  const names = ids.map((id) => current.match?.unit(id)?.name ?? id)
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')}${t().and}${names.at(-1)}`
}

/** What stands on a cell and cuts a line of sight. */
export function blockerOn(cell: string): string {
  const unit = current.match?.unitAt(cell)
  if (unit) return unit.name
  const kind = current.match?.view?.board.cells[cell]?.kind ?? 'free'
  return t().blockerAt(t().cellKinds[kind] ?? kind, cell)
}
