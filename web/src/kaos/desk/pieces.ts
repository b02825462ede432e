import type { Desk } from '../../desk/desk.svelte'
import { layoutOf } from './edits'

/** What a figure or piece is called here: documents know it by its id alone. */
export const called = (id: string) => id.replace(/(^|-)(\p{L}|\d)/gu, (_, dash: string, letter: string) => (dash ? ' ' : '') + letter.toUpperCase())

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
  const scenery = [...(layout?.scenery ?? []).map((one) => one.id), ...(layout?.placed ?? []).map((one) => one.piece)]
  return [...figures, ...scenery.map((id) => ({ id, name: called(id) }))]
}

/** Its figures alone. */
export function figuresOf(desk: Desk): { id: string; name: string }[] {
  const figures = new Set(layoutOf(desk.document)?.figure.map((one) => one.id))
  return piecesOf(desk).filter((one) => figures.has(one.id))
}
