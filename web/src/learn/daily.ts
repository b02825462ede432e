/**
 * The puzzle of a day: a walk through all that are shipped, each once before any comes again, in an order that the
 * number of the walk decides. It needs the list alone, so that everybody has the same, without a network too.
 */

const DAY = 86_400_000

/** The day of a moment as UTC has it, as in `2026-11-30`. */
export const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

/** So many days before or after a day. */
export const dayAfter = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY)

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

const walk = (ids: readonly string[], number: number): string[] =>
  [...ids].sort((one, other) => hashOf(`${number}/${one}`) - hashOf(`${number}/${other}`) || (one < other ? -1 : 1))

/** The id of the puzzle of a day; '' where there are none. */
export function dailyOf(day: string, ids: readonly string[]): string {
  if (!ids.length) return ''
  const days = Math.floor(Date.parse(day) / DAY)
  const number = Math.floor(days / ids.length)
  const own = walk(ids, number)
  // the last one of a walk does not come again the day after
  if (own.length > 1 && own[0] === walk(ids, number - 1).at(-1)) own.push(own.shift() as string)
  return own[days % ids.length] ?? ''
}

/** How many days in a row were solved up to today, or up to yesterday as long as today's is open. */
export function runOf(days: readonly string[], today: string): number {
  const solved = new Set(days)
  let run = 0
  for (let day = solved.has(today) ? today : dayAfter(today, -1); solved.has(day); day = dayAfter(day, -1)) run++
  return run
}
