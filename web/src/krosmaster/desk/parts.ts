import type { DeskParts } from '../../deskGames'
import { getCatalogue } from '../../state/api'
import Face from '../dice/Face.svelte'
import { empty, isEmpty, placeIn } from './edits'

/** What the judge's desk has to know of this game. */
const parts: DeskParts = {
  setUp: () => import('./SetUp.svelte'),
  pieces: (desk) => desk.table.view?.units.filter((unit) => unit.at).map(({ id, name }) => ({ id, name })) ?? [],
  marks: { reach: (id) => `reach ${id}`, way: (id, to) => `way ${id} ${to}`, threats: (id) => `threats ${id}` },
  makesPuzzles: true,
  face: Face,
  place: placeIn,
  isEmpty,
  empty,
  grounds: async () => (await getCatalogue()).arenas.map(({ id, name }) => ({ id, name })),
}

export default parts
