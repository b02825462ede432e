import type { KaosCatalogue, PackBrought } from '../protocol'
import { checkTeam, editPack, getCatalogueOf } from '../state/api'
import { laidOver, packsOf } from '../state/packs.svelte'

const GAME = 'kaos'

export const kaosPacks = packsOf(GAME)

/** What is shipped, without cards of anybody's own. */
export const getShipped = () => getCatalogueOf<KaosCatalogue>(GAME)
/** What there is to choose from, with cards of one's own. */
export async function getCatalogue(): Promise<KaosCatalogue> {
  const [found, brought] = await Promise.all([getShipped(), kaosPacks.brought()])
  return laidOver(found, brought)
}
export const checkHorde = (cards: string[], arena: string, options: Record<string, string>, setup: Record<string, unknown> = {}, packs: readonly PackBrought[] = kaosPacks.forMatch) => checkTeam({ game: GAME, cards, arena, options, setup, ...(packs.length ? { packs: [...packs] } : {}) })
/** A file with a battlefield that is being made: as documents and as TOML, with what the rules say of it. */
export const editMap = (packs: PackBrought[], documents: Record<string, unknown> | null) => editPack(GAME, packs, documents)
