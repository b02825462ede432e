import type { Seated, SeatName, View } from '../protocol'

export const SEATS: SeatName[] = ['p1', 'p2', 'p3', 'p4']

/** The seats of a match, in order. */
export const seatsOf = (view: View): SeatName[] => SEATS.filter((seat) => seat in view.players)

/** The one seat a person plays, if there is exactly one. */
function ownSeat(players: Seated[]): SeatName | null {
  const people = players.filter((player) => player.agent === 'human')
  return people.length === 1 ? (people[0]?.seat ?? null) : null
}

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

  look(view: View, players: Seated[]) {
    const own = ownSeat(players)
    this.natural = own !== null && isNorth(view, own)
  }
}

export const orientation = new Orientation()
