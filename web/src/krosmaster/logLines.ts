import type { KrosmasterEvent, SeatName } from '../protocol'
import { t } from '../state/settings.svelte'
import { current } from '../state/match.svelte'
import { ownerOf } from './names'

/** A line of the log: one event, or several that belong together. */
export interface LogLine {
  n: number
  /** what is said before and after the dice, which are drawn where the sentence names them */
  sentence: string
  rest: string
  clause: string | null
  dice: string[]
  seat: SeatName | null
  rank: 'turn' | 'unit' | 'plain' | 'detail'
  /** what was paid, or the gauges a unit starts with */
  amounts: Record<string, number | null | undefined> | null
}

const DETAILS = new Set(['critical-roll', 'armour-roll', 'lock-roll', 'dodge-roll', 'injured', 'healed', 'damage', 'ko', 'locked', 'caught', 'escaped', 'markers', 'displaced', 'placed', 'swapped', 'summoned', 'removed', 'lost', 'gained', 'gg-taken', 'power', 'standby', 'counter', 'dropped', 'bonus', 'coins', 'faces'])
const CHAINS = new Set(['moved', 'timeline', 'deployed'])

function rankOf(kind: string): LogLine['rank'] {
  if (kind === 'turn') return 'turn'
  if (kind === 'unit-turn') return 'unit'
  return DETAILS.has(kind) ? 'detail' : 'plain'
}

const isSame = (a: KrosmasterEvent, b: KrosmasterEvent | undefined): boolean => Boolean(b && a.kind === b.kind && (a.kind === 'moved' ? a.unit === b.unit : a.seat === b.seat))

/** Whether the line after it says what an event says. */
function isSaidBy(event: KrosmasterEvent, next: KrosmasterEvent | undefined, rest: KrosmasterEvent[]): boolean {
  if (event.kind === 'damage') return next?.kind === 'injured' && next.unit === event.unit
  if (event.kind === 'standby') return next?.kind === 'power' && next.unit === event.unit
  if (event.kind === 'turn-ended') return next !== undefined
  if (event.kind === 'removed') return rest.some((before) => before.kind === 'ko' && before.unit === event.unit)
  return false
}

function chained(events: KrosmasterEvent[]): string {
  const [first] = events
  if (!first || events.length === 1) return first?.sentence ?? ''
  if (first.kind === 'moved') return `${first.sentence.replace(/\.$/, '')}${events.slice(1).map((event) => ` → ${event.to}`).join('')}.`
  const view = current.table?.view
  const name = (event: KrosmasterEvent) => view?.units.find((unit) => unit.id === event.unit)?.name ?? event.unit ?? ''
  const player = current.table?.nameOf(first.seat) ?? ''
  if (first.kind === 'timeline') return t().timelineOf(player, events.map(name).join(', '))
  return t().deploys(player, events.map((event) => `${name(event)} ${event.cell}`).join(', '))
}

function aroundDice(sentence: string, dice: string[]): [string, string] {
  const names = dice.map((face) => t().faces[face] ?? face).join(', ')
  const at = names ? sentence.lastIndexOf(names) : -1
  return at < 0 ? [sentence, ''] : [sentence.slice(0, at), sentence.slice(at + names.length)]
}

/** The log as it is read: steps of one walk on one line, what was paid beside what it was paid for. */
export function logLines(events: KrosmasterEvent[]): LogLine[] {
  const lines: LogLine[] = []
  for (let i = 0; i < events.length; i++) {
    const event = events[i] as KrosmasterEvent
    const last = lines.at(-1)
    if ((event.kind === 'paid' || event.kind === 'gauges') && last && !last.amounts && last.rank !== 'turn') {
      last.amounts = { ap: event.ap || null, mp: event.mp || null, injuries: event.injuries || null, kamas: event.kamas || null }
      continue
    }
    if (!event.sentence || isSaidBy(event, events[i + 1], events.slice(Math.max(0, i - 6), i))) continue
    const chain = [event]
    if (CHAINS.has(event.kind)) while (isSame(event, events[i + 1])) chain.push(events[++i] as KrosmasterEvent)
    const dice = event.dice ?? event.faces ?? []
    const [sentence, rest] = aroundDice(chained(chain), dice)
    lines.push({
      n: event.n,
      sentence,
      rest,
      clause: event.clause ?? null,
      dice,
      seat: event.seat ?? ownerOf(event.unit),
      rank: rankOf(event.kind),
      amounts: null,
    })
  }
  return lines
}
