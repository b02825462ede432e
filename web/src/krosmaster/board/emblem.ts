import type { Emblem } from '../../protocol'
import { MOTIFS, motifOf } from './motifs'

/** How the edge of an emblem is cut for each element, so that it is told without colour: lengths of dash and gap. */
const TEETH: Record<string, [number, number]> = { water: [0.1, 3], air: [7, 3], earth: [3, 3], fire: [1, 2], neutral: [12, 0] }
/** how long the edge is, in the units of its dashes */
export const AROUND = 96

/** Whom a figure belongs with, worn on top of it: a crown, a ball, a feather, horns. */
const CRESTS: [string[], string][] = [
  [['boss', 'king', 'emperor'], 'M-11-31-13-46-5.500-39 0-48 5.500-39 13-46 11-31Z'],
  [['gobbowler'], 'M0-46A8 8 0 1 1-.01-46ZM-8-38H8'],
  [['brotherhood-of-the-tofu'], 'M-9-31C-10-43 0-48 11-47 11-37 3-31-5-33Z'],
  [['possessed', 'demon', 'shushu', 'villain', 'controlled'], 'M-12-47C-12-41-8-40-5-39H5C8-40 12-41 12-47 15-38 11-32 6-31H-6C-11-32-15-38-12-47Z'],
  [['bonta', 'brakmar'], 'M-10-47H10V-38L0-30-10-38Z'],
]

/** A number that is always the same for a word. */
function code(word: string): number {
  let found = 7
  for (const letter of word) found = (found * 141 + letter.charCodeAt(0)) % 65521
  return found
}

/** How a figure carries the motif of its class, in degrees, and how the ground behind it is parted: these tell two of one class. */
const LEANS = [0, 17, -17]
const FIELDS = [
  '',
  'M0-29A29 29 0 0 0 0 29Z',
  'M-29 0A29 29 0 0 0 29 0Z',
  'M-20.500-20.500A29 29 0 0 0 20.500 20.500Z',
  'M20.500-20.500A29 29 0 0 1-20.500 20.500Z',
  'M-10-27H10V27H-10Z',
  'M-27-10H27V10H-27Z',
  'M0 0V-29A29 29 0 0 1 29 0ZM0 0V29A29 29 0 0 1-29 0Z',
  'M0 2-20.500-20.500A29 29 0 0 1 20.500-20.500ZM0 2-20.500 20.500A29 29 0 0 0 20.500 20.500Z',
]

/** The seal of a collection: which of seven dots are stamped under the motif. */
function seal(collection: string): string {
  const stamp = collection ? (code(collection) % 127) + 1 : 0
  const dots = [...Array(7).keys()].filter((i) => stamp & (1 << i))
  return dots.map((i) => `M${(27 * Math.sin((i - 3) * 0.25)).toFixed(1)} ${(27 * Math.cos((i - 3) * 0.25)).toFixed(1)}h.1`).join('')
}

export interface Drawn {
  /** the name of the motif, for tests and for who draws more of it */
  motif: string
  fill: string
  line: string
  cut: string
  crest: string
  lean: number
  field: string
  seal: string
  /** the edge: one stretch for each element of its attacks */
  edges: { element: string; base: string; teeth: string; offset: number }[]
}

const drawn = new Map<string, Drawn>()

/** The emblem of a figure, drawn by rule from its class or token, its elements and its collection. */
export function emblemOf(emblem: Emblem): Drawn {
  const key = JSON.stringify(emblem)
  const known = drawn.get(key)
  if (known) return known
  const motif = motifOf(emblem.kin)
  const [fill = '', line = '', cut = ''] = (MOTIFS[motif] ?? '').split('|')
  const elements = emblem.elements.length ? emblem.elements : ['none']
  const long = AROUND / elements.length
  const edges = elements.map((element, i) => {
    const [dash, gap] = TEETH[element] ?? [0, AROUND]
    const teeth = Array.from({ length: Math.floor(long / (dash + gap)) }, () => `${dash} ${gap}`).join(' ')
    return { element, base: `${long} ${AROUND - long}`, teeth: `${teeth} 0 ${AROUND - Math.floor(long / (dash + gap)) * (dash + gap)}`, offset: -i * long }
  })
  const crest = CRESTS.find(([kin]) => kin.some((one) => emblem.kin.includes(one)))?.[1] ?? ''
  const own = code(emblem.kin[0] ?? '')
  const lean = LEANS[own % LEANS.length] ?? 0
  const field = FIELDS[Math.floor(own / LEANS.length) % FIELDS.length] ?? ''
  const made = { motif, fill, line, cut, crest, lean, field, seal: seal(emblem.collection), edges }
  drawn.set(key, made)
  return made
}
