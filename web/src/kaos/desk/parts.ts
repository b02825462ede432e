import type { DeskParts } from '../../deskGames'
import type { KaosCatalogue } from '../../protocol'
import { getCatalogueOf } from '../../state/api'
import { empty, isEmpty, placeIn } from './edits'
import { figuresOf } from './pieces'

/** What the judge's desk has to know of this game. */
const parts: DeskParts = {
  setUp: () => import('./SetUp.svelte'),
  pieces: figuresOf,
  marks: { reach: (id) => `move ${id}`, way: (id, to) => `way ${id} ${to.replace(/\s+/, ',')}` },
  makesPuzzles: true,
  place: placeIn,
  isEmpty,
  empty,
  grounds: async () => (await getCatalogueOf<KaosCatalogue>('kaos')).cards.filter((one) => ['field', 'selection', 'scenario'].includes(one.kind)).map(({ id, name }) => ({ id, name })),
}

export default parts
