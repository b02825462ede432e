import type { KaosCatalogue } from '../protocol'
import { checkTeam, getCatalogueOf } from '../state/api'

const GAME = 'kaos'

export const getCatalogue = () => getCatalogueOf<KaosCatalogue>(GAME)
export const checkHorde = (cards: string[], arena: string, options: Record<string, string>, setup: Record<string, unknown> = {}) => checkTeam({ game: GAME, cards, arena, options, setup })
