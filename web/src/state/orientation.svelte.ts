import type { SeatName, View } from '../protocol'

export const SEATS: SeatName[] = ['p1', 'p2', 'p3', 'p4']

/** The seats of a match, in order. */
export const seatsOf = (view: View): SeatName[] => SEATS.filter((seat) => seat in view.players)

/** Whether a seat's set-up cells lie in the northern half. */
function isNorth(view: View, seat: SeatName): boolean {
  const rows = Object.entries(view.board.cells).flatMap(([cell, place]) => (place.setup.includes(seat) ? [Number(cell.slice(1))] : []))
  return rows.length > 0 && rows.reduce((sum, row) => sum + row, 0) / rows.length > (view.board.height + 1) / 2
}

/** Which side of the arena is drawn at the bottom: one's own, unless the board has been turned by hand. */
class Orientation {
  private byHand = $state<boolean | null>(null)
  private natural = $state(false)

  /** North is at the bottom; cells keep their names. */
  get turned(): boolean {
    return this.byHand ?? this.natural
  }

  turn() {
    this.byHand = !this.turned
  }

  /** South at the bottom, as in the rulebook. */
  reset() {
    this.byHand = null
    this.natural = false
  }

  /** Turns to whom this screen belongs: the one seat it answers for. Shared by several, it lies as in the rulebook. */
  look(view: View, own: SeatName[]) {
    const seat = own.length === 1 ? own[0] : undefined
    this.natural = seat !== undefined && isNorth(view, seat)
  }
}

export const orientation = new Orientation()
