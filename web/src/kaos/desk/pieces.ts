import type { Desk } from '../../desk/desk.svelte'
import { atDesk } from '../../strings/desk'
import { layoutOf } from './edits'

/** What a figure or piece is called here: documents know it by its id alone. */
export const called = (id: string) => id.replace(/(^|-)(\p{L}|\d)/gu, (_, dash: string, letter: string) => (dash ? ' ' : '') + letter.toUpperCase())

/** What a piece of scenery is called: what it is in the reader's language, and its number or its own name. */
function pieceCalled(id: string, kind: string): string {
  const noun = atDesk().setUp.kinds[kind]
  if (!noun) return called(id)
  return id.startsWith(kind) ? `${noun}${called(id.slice(kind.length))}` : `${noun} · ${called(id)}`
}

/** The figures and pieces of a position that may be pointed at. */
export function piecesOf(desk: Desk): { id: string; name: string }[] {
  const layout = layoutOf(desk.document)
  // The drawing tells the figures of each side in their order, by the names and letters that they have there.
  const drawn = desk.board?.kind === 'svg' ? desk.board.sides.flatMap((side) => side.pieces.map((piece) => ({ ...piece, seat: side.seat }))) : []
  const figures = (layout?.figure ?? []).map((one) => {
    const place = drawn.findIndex((piece) => piece.seat === one.owner && piece.card === one.profile)
    const [piece] = place < 0 ? [] : drawn.splice(place, 1)
    return { id: one.id, name: piece ? `${piece.letter} ${piece.name}` : called(one.id) }
  })
  const scenery = (layout?.scenery ?? []).map((one) => ({ id: one.id, name: pieceCalled(one.id, one.kind) }))
  return [...figures, ...scenery, ...(layout?.placed ?? []).map(({ piece }) => ({ id: piece, name: called(piece) }))]
}

/** Its figures alone. */
export function figuresOf(desk: Desk): { id: string; name: string }[] {
  const figures = new Set(layoutOf(desk.document)?.figure.map((one) => one.id))
  return piecesOf(desk).filter((one) => figures.has(one.id))
}
