import type { MatchView, Seat, Unit } from '../protocol'

/** The unit that stands on a cell; a Krosmaster before what it stands with. */
export function unitIn(view: MatchView | null, cell: string | null): Unit | undefined {
  const here = cell ? (view?.units.filter((unit) => unit.at === cell && !unit.ko) ?? []) : []
  return here.find((unit) => unit.kind === 'krosmaster') ?? here[0]
}

/** A position on the table, whoever shows it: a match being played, or a step of a replay. */
export class Table {
  view = $state.raw<MatchView | null>(null)

  unit(id: string | null | undefined): Unit | undefined {
    return id ? this.view?.units.find((unit) => unit.id === id) : undefined
  }

  unitAt(cell: string | null): Unit | undefined {
    return unitIn(this.view, cell)
  }

  nameOf(seat: Seat | null | undefined): string {
    return (seat && this.view?.players[seat]?.name) || ''
  }
}
