import type { Component } from 'svelte'
import type { Desk, Position } from './desk/desk.svelte'
import { FIRST } from './games'
import kaos from './kaos/desk/parts'
import krosmaster from './krosmaster/desk/parts'
import type { Option } from './protocol'

/** What is drawn on a picture of a position, as the engine is asked for it: how far a figure gets, by which way, who may strike it. */
export interface DeskMarks {
  reach: (id: string) => string
  way?: (id: string, to: string) => string
  threats?: (id: string) => string
}

/** How the positions of a game are set up at the judge's desk: the tools, the pieces that may be named, the marks that are drawn, and whether puzzles can be made of them. */
export interface DeskParts {
  setUp: () => Promise<{ default: Component<{ desk: Desk }> }>
  pieces: (desk: Desk) => { id: string; name: string }[]
  marks: DeskMarks
  makesPuzzles?: boolean
  /** how a face of a die looks, where its name does not do */
  face?: Component<{ face: Option }>
  /** where a piece stands, as the board marks it; "" beside it */
  place: (document: Position, id: string) => string
  /** whether nobody stands there yet, and how everybody is taken away */
  isEmpty: (document: Position) => boolean
  empty: (document: Position) => void
  /** where a position may be set up */
  grounds: () => Promise<{ id: string; name: string }[]>
}

const DESKS: Record<string, DeskParts> = { krosmaster, kaos }

/** The desk's parts of a game by its name; none of a game that this client does not know. */
export const deskPartsOf = (name: string | undefined): DeskParts | undefined => DESKS[name || FIRST]
