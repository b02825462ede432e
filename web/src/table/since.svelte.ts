import type { Match } from '../state/match.svelte'

/** Something that has happened since one's own last turn, as it is told: in a sentence, with what came of it. */
export interface Line {
  n: number
  sentence: string
  outcome: string[]
}

/** Which of what has happened is pointed at, on the table or in the list, and whether all of it was put away. */
export class Pointer {
  /** the event that was the last when it was put away */
  private away = $state(-1)
  /** by its place in the list; -1 for none */
  pointed = $state(-1)

  /** Whether it is told: to who plays one side alone, between what is shown, until it is put away after the event `last`. */
  isTold(match: Match, last: number): boolean {
    return !match.practice && !match.isPlaying && !match.result && match.own.length === 1 && last !== this.away
  }

  putAway(last: number) {
    this.away = last
    this.pointed = -1
  }
}
