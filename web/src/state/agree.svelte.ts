import type { EndedView, MatchSummary, SeatName, SeriesView, Wish, WishesView, WishView } from '../protocol'
import { t } from './settings.svelte'

type What = Wish['what']
type Say = NonNullable<Wish['say']>

/** What the players of a match wish of one another: an undo, a draw, an end, and whether they play again. */
export class Agree {
  wishes = $state.raw<WishesView | null>(null)
  ended = $state.raw<EndedView | null>(null)
  /** the games that the same players have played, as the last message has it, and before this one was over */
  series = $state.raw<SeriesView | null>(null)
  seriesBefore = $state.raw<SeriesView | null>(null)
  private version = 0

  constructor(
    private readonly send: (wish: Wish) => void,
    private readonly own: () => SeatName[],
  ) {}

  hear(message: { version: number; wishes: WishesView | null; ended: EndedView | null; series: SeriesView | null; over: boolean }) {
    this.series = message.series
    if (!message.over) this.seriesBefore = message.series
    this.version = message.version
    this.wishes = message.wishes
    this.ended = message.ended
  }

  say(what: What, say: Say = 'ask') {
    this.send({ type: 'wish', what, say, version: this.version })
  }

  /** Takes back one's own last answer, or asks for it. */
  undo(): boolean {
    const can = Boolean(this.wishes?.undo)
    if (can) this.say('undo')
    return can
  }

  get open(): WishView[] {
    return this.wishes?.open ?? []
  }

  /** What waits for somebody at this screen. */
  get asked(): WishView[] {
    return this.open.filter((wish) => wish.waits.some((seat) => this.own().includes(seat)))
  }

  /** What waits for others. */
  get waiting(): WishView[] {
    return this.open.filter((wish) => !this.asked.includes(wish))
  }

  isOpen(what: What): boolean {
    return this.open.some((wish) => wish.what === what)
  }
}

/** How a match has ended, by a rule or by its players: some have won, or it is a draw, or it was only given up. */
export interface Result {
  winner: SeatName | 'draw' | 'none'
  winners: SeatName[]
  reason: string
  clause: string
}

type Over = { winner: SeatName | 'draw' | 'none'; winners?: SeatName[]; reason: string; clause?: string }

export function resultOf(view: { over?: Over | null } | null, ended: EndedView | null): Result | null {
  if (view?.over) {
    const { winner, winners, reason, clause = '' } = view.over
    return { winner, reason, clause, winners: winners ?? (winner === 'draw' || winner === 'none' ? [] : [winner]) }
  }
  return ended && { winner: ended.winners[0] ?? (ended.how === 'agreed' ? 'draw' : 'none'), winners: ended.winners, reason: ended.sentence, clause: '' }
}

/** How a match of a list has ended, in words. */
export const howEnded = (match: MatchSummary): string => (match.winners.length ? t().wonBy(match.winners.join(t().and)) : match.winner === 'none' ? t().nobodyWins : t().drawn)
