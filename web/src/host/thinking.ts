import type { FromEngine, Think, Thought, ToEngine } from './messages'
import { worker } from './worker'

const IDLE = 60_000 // ms without a decision after which the worker and its memory are given back

/** The worker in which bots think. What is forgotten ends with it, and what else was asked is asked of a new one. */
export class Thinking {
  private worker: Worker | null = null
  private readonly asked = new Map<number, Think>()
  private idle: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly listed: () => string,
    private readonly answer: (thought: Thought) => void,
  ) {}

  think(asked: Think) {
    this.asked.set(asked.id, asked)
    clearTimeout(this.idle)
    if (!this.worker) this.begin()
    this.say(asked)
  }

  forget(id: number) {
    if (!this.asked.delete(id)) return
    this.end()
    if (!this.asked.size) return
    this.begin()
    for (const one of this.asked.values()) this.say(one)
  }

  end() {
    clearTimeout(this.idle)
    this.worker?.terminate()
    this.worker = null
  }

  private say(message: ToEngine) {
    this.worker?.postMessage(message)
  }

  private begin() {
    this.worker = worker()
    this.worker.onmessage = ({ data }: MessageEvent<FromEngine>) => {
      if (data.type === 'thought') this.told(data)
      else if (data.type === 'failed') this.fail(data.why)
    }
    this.worker.onerror = (event) => this.fail(event.message)
    this.say({ type: 'thinker', listed: this.listed() })
  }

  private told(thought: Thought) {
    if (!this.asked.delete(thought.id)) return
    this.answer(thought)
    if (!this.asked.size) this.idle = setTimeout(() => this.end(), IDLE)
  }

  /** The worker is gone: whoever waits is told, and the next decision begins a new one. */
  private fail(wrong: string) {
    this.end()
    for (const id of [...this.asked.keys()]) this.told({ type: 'thought', id, line: '', wrong })
  }
}
