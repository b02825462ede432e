import { settings } from './settings.svelte'

type Times = Record<typeof settings.pace, number>

/** a pause shorter than this, in ms, is no picture of its own */
const SHORTEST = 12

/**
 * Gives every step of what is being shown its time. Of the time there is for all of them a step takes its share, so that
 * they never take more: the more there are, the quicker they go. Who watches may pause it, go on by single steps, or
 * pass over what is left.
 */
export class Pacer {
  /** what is left to be shown is passed over, until somebody is asked */
  isSkipping = $state(false)
  /** what is shown stands still, until it goes on by a step or at all */
  isPaused = $state(false)
  /** how many times as fast as usual everything goes */
  speed = 1
  private spent = 0
  private wake: () => void = () => {}

  /** How long a step is shown, and how long all of them may last, in ms by pace. */
  constructor(
    private readonly step: Times,
    private readonly budget: Times,
  ) {}

  /** How long a step in which there is so much to be seen is shown, in ms. */
  lasts(weight: number): number {
    const budget = this.budget[settings.pace]
    return budget ? (this.step[settings.pace] * weight * Math.max(0, 1 - this.spent / budget)) / this.speed : 0
  }

  /** Waits for a step in which there is so much to be seen. */
  rest(weight = 1): Promise<void> {
    const share = this.lasts(weight)
    if (this.isSkipping || (share < SHORTEST && !this.isPaused)) return Promise.resolve()
    this.spent += share * this.speed
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.isPaused || this.wake(), share)
      this.wake = () => {
        clearTimeout(timer)
        this.wake = () => {}
        resolve()
      }
    })
  }

  /** Stands still, or goes on. */
  pause(isPaused = !this.isPaused) {
    this.isPaused = isPaused
    if (!isPaused) this.wake()
  }

  /** Goes on by one step, and stands still. */
  next() {
    this.isPaused = true
    this.wake()
  }

  /** Passes over what is left. */
  skip() {
    this.isSkipping = true
    this.isPaused = false
    this.wake()
  }

  /** What comes next has all its time again. */
  unhurry() {
    this.spent = 0
  }

  /** Somebody is asked: nothing is passed over any more, and nothing stands still. */
  rewind() {
    this.spent = 0
    this.isSkipping = false
    this.isPaused = false
  }
}
