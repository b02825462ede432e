import type { Match } from '../state/match.svelte'

/** Something that first matches are told of when it first comes up: one thing, and where on the screen to look. */
export interface Topic {
  /** what it is remembered by, and what its words are found by */
  id: string
  isHere: (match: Match) => boolean
  /** a selector of what is pointed at; '' for the board */
  at: string
}

/** The first thing of a list that has come up and has not been told. */
export const topicOf = (topics: readonly Topic[], match: Match, wants: (id: string) => boolean): Topic | undefined =>
  topics.find((one) => wants(one.id) && one.isHere(match))
