import type { Seated, SeatName, Unit, View } from '../protocol'

/** The unit that stands on a cell; a Krosmaster before what it stands with. */
export function unitIn(view: Pick<View, 'units'> | null, cell: string | null): Unit | undefined {
  const here = cell ? (view?.units.filter((unit) => unit.at === cell && !unit.ko) ?? []) : []
  return here.find((unit) => unit.kind === 'krosmaster') ?? here[0]
}

/** A position on the table, whoever shows it: a match being played, or a step of a replay. */
export class Table {
  view = $state.raw<View | null>(null)
  /** who sits where, and what plays for them */
  players = $state.raw<Seated[]>([])

  unit(id: string | null | undefined): Unit | undefined {
    return id ? this.view?.units.find((unit) => unit.id === id) : undefined
  }

  unitAt(cell: string | null): Unit | undefined {
    return unitIn(this.view, cell)
  }

  agentOf(seat: SeatName | null | undefined): string {
    return this.players.find((player) => player.seat === seat)?.agent ?? 'human'
  }

  nameOf(seat: SeatName | null | undefined): string {
    return (seat && (this.view?.players[seat]?.name ?? this.players.find((player) => player.seat === seat)?.name)) || ''
  }
}
