import { settings } from '../state/settings.svelte'
import { en } from './desk.en'
import { fr } from './desk.fr'
import { it } from './desk.it'

/** What is said at the judge's desk and where battlefields are made, in the language chosen. */
export const atDesk = () => ({ en, fr, it })[settings.language]
