import type { KrosmasterDecision, KrosmasterEvent, KrosmasterOption, SeatName, Unit, View } from '../src/protocol'
import { current, Match } from '../src/state/match.svelte'

/** Positions for tests: a 12x12 arena with the units that a test names, and what is asked of somebody. */

export function unit(id: string, owner: SeatName, at: string, more: Partial<Unit> = {}): Unit {
  return {
    id, card: id, name: id[0]?.toUpperCase() + id.slice(1), short: id, emblem: { kin: [], elements: [], collection: '' }, owner, kind: 'krosmaster', family: null, level: 3, initiative: 4, at, ko: false,
    injuries: 0, hp: 9, ap: 6, mp: 4, max_ap: 6, max_mp: 4, ap_markers: 0, mp_markers: 0, range_markers: 0, frozen_injuries: 0, frozen_ap_markers: 0, frozen_mp_markers: 0, has_ap: true, has_mp: true,
    types: [], summoner: null, played: false, markers: [], inspiration: [], powers: [], spells: [], rewards: [], ...more,
  } as Unit
}

export function view(units: Unit[], more: Partial<View> = {}): View {
  const player = (seat: SeatName, name: string) => ({ name, partner: null, gg: 6, kamas: 2, timeline: units.filter((one) => one.owner === seat).map((one) => one.id) })
  const cells = { c4: { kind: 'tree', setup: [], kamas: 0 }, f6: { kind: 'free', setup: [], kamas: 2 }, a1: { kind: 'free', setup: ['p1'], kamas: 0 }, a12: { kind: 'free', setup: ['p2'], kamas: 0 } }
  return {
    game: 'krosmaster', release: '2.7', format: 'constructed', viewer: 'p1', board: { name: 'test', width: 12, height: 12, cells, rink: [], cubes: [], breakable: {} },
    players: { p1: player('p1', 'Ann'), p2: player('p2', 'Bob') }, wild_gg: 1, turn: { number: 2, player: 'p1', asked: 'p1', unit: units[0]?.id ?? null, phase: 'activation' }, units, piles: [], standby: [], over: null, ...more,
  } as unknown as View
}

export const option = (line: string, more: Partial<KrosmasterOption> = {}): KrosmasterOption => ({ do: line, verb: line.split(' ')[0] ?? '', label: line, ...more })

export const decision = (options: KrosmasterOption[], more: Partial<KrosmasterDecision> = {}): KrosmasterDecision => ({ kind: 'activation', seat: 'p1', clause: '', prompt: 'Act.', options, listed: true, hints: {}, ...more })

export const event = (n: number, kind: string, more: Partial<KrosmasterEvent> = {}) => ({ n, kind, clause: '', sentence: `${kind} ${n}.`, ...more }) as KrosmasterEvent

/** A match that is not connected: what it would send is kept. */
export function match(shown: View, asked: KrosmasterDecision | null): { match: Match; sent: string[] } {
  const made = new Match('id', 'token')
  made.view = shown
  made.decision = asked
  made.own = ['p1']
  const sent: string[] = []
  made.answer = (line: string) => void sent.push(line)
  made.wish = (line: string) => void sent.push(`why ${line}`)
  current.match = made
  return { match: made, sent }
}
