/** What the page and the worker with the engine say to one another. */

/** What there is of the engine, as `engine.json` lists it: the sizes are those of the files as they are sent. */
export interface EngineFiles {
  version: string
  folder: string
  files: Record<string, number>
  /** the modules of the library that came with it */
  library: string[]
  /** what is asked before the engine is there, and the files with the answers */
  answers: Record<string, string>
}

export type ToEngine =
  | { type: 'begin'; listed: string }
  | { type: 'remember'; listed: string }
  | { type: 'ask'; id: number; method: string; address: string; token: string; body: Uint8Array }
  | { type: 'follow'; id: number; address: string; token: string }
  | { type: 'say'; id: number; text: string }
  | { type: 'leave'; id: number }
  | Thought
  | { type: 'thinker'; listed: string }
  | Think

/** A decision that a bot thinks about in a worker of its own, and the line it answers; `wrong` says why there is none. */
export interface Think {
  type: 'think'
  id: number
  text: string
}
export interface Thought {
  type: 'thought'
  id: number
  line: string
  wrong?: string
}

export type FromEngine =
  | { type: 'progress'; got: number; all: number }
  | { type: 'ready' }
  | { type: 'failed'; why: string }
  | { type: 'answer'; id: number; status: number; kind: string; body: Uint8Array }
  | { type: 'told'; id: number; text: string }
  | { type: 'closed'; id: number; code: number; reason: string }
  | Think
  | { type: 'unthink'; id: number }
  | Thought
