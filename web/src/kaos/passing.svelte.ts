import type { KaosDecision, KaosView, SeatName } from '../protocol'

/** When windows for something free are let be without asking: never, while one's own figure plays, or always. */
export type Passing = 'off' | 'mine' | 'all'
export const PASSINGS: Passing[] = ['off', 'mine', 'all']
const KEY = 'esquive.kaosPass'
const isPassing = (value: string | null): value is Passing => PASSINGS.includes(value as Passing)

/** Windows that nobody wants are let be by themselves; each is noted, so that nothing is hidden. */
export class Windows {
  mode = $state<Passing>(isPassing(localStorage.getItem(KEY)) ? (localStorage.getItem(KEY) as Passing) : 'off')
  /** what was let be since one last answered: the question, and what could have been done */
  notes = $state.raw<{ asked: string; could: string[] }[]>([])

  set(mode: Passing) {
    this.mode = mode
    localStorage.setItem(KEY, mode)
  }

  /** Whether a decision is a window for something free. */
  static is(decision: KaosDecision | null): boolean {
    return Boolean(decision?.kind.startsWith('free-'))
  }

  /** The answer that lets a window be, if it is to be given without asking. */
  answer(decision: KaosDecision, view: KaosView, own: readonly SeatName[]): string | null {
    const isMine = view.turn.player !== undefined && own.includes(view.turn.player)
    if (this.mode === 'off' || (this.mode === 'mine' && !isMine) || !Windows.is(decision)) return null
    return decision.options.find((one) => one.do === 'pass')?.do ?? null
  }

  note(decision: KaosDecision) {
    const could = decision.options.filter((one) => one.do !== 'pass').map((one) => one.label)
    this.notes = [...this.notes, { asked: decision.prompt, could: [...new Set(could)] }].slice(-6)
  }

  clear() {
    if (this.notes.length) this.notes = []
  }
}
