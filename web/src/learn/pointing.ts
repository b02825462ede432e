import type { KrosmasterOption, Practice } from '../protocol'
import { intent } from '../krosmaster/intent.svelte'

/** The answer that a lesson waits for. */
const wanted = (practice: Practice): KrosmasterOption | undefined => intent.decision?.options.find((option) => option.do === practice.lines[0])

/** The spell that a lesson waits for and that is not in hand yet. */
const spellWanted = (practice: Practice): string => {
  const spell = wanted(practice)?.spell
  return spell && intent.spell !== spell ? spell : ''
}

/** The cell to look at, unless something has to be taken in hand first. */
export const cellWanted = (practice: Practice | null): string => (practice && !practice.reached && !spellWanted(practice) ? practice.cell : '')

/** What to click besides the board, as selectors of which the first that is there counts. */
export function buttonsWanted(practice: Practice): string[] {
  const line = practice.lines[0]
  const spell = spellWanted(practice)
  if (spell) return [`button[data-spell="${spell}"]`]
  if (!line || practice.cell) return []
  return [`button[data-do="${line}"]`, ...(wanted(practice)?.verb === 'buy' ? ['[data-testid=buy]'] : [])]
}
