import { settings } from '../state/settings.svelte'
import { en } from './kaos.en'
import { fr } from './kaos.fr'
import { it } from './kaos.it'

/** What is said in the rooms of Kaos, in the language chosen. */
export const inKaos = () => ({ en, fr, it })[settings.language]
