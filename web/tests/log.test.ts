import { expect, test } from 'vitest'
import type { KaosEvent, TableMessage } from '../src/protocol'
import { en } from '../src/strings/en'
import { decision, event, match, unit, view } from './positions'

const clock = (...ran_out: { seat: 'p1' | 'p2'; event: number }[]) => ({ clock: { ticking: null, ran_out } }) as unknown as TableMessage
const told = (events: { sentence: string }[]) => events.map((one) => one.sentence)

test('both games tell in the log whose time was out, before what was answered then', () => {
  const { match: duel } = match(view([unit('ann', 'p1', 'c3'), unit('bob', 'p2', 'c6')]), decision([]))
  const events = [event(0, 'moved'), event(1, 'ended'), event(2, 'moved')]
  duel.events = events
  duel.beside.hear(clock({ seat: 'p2', event: 1 }))
  expect(told(duel.log)).toEqual(['moved 0.', en.beside.ranOut('Bob'), 'ended 1.', 'moved 2.'])

  const { match: kaos } = match(view([]), null)
  kaos.view = null
  kaos.players = [{ seat: 'p2', name: 'Bruno', agent: 'human' }]
  kaos.told = events as unknown as KaosEvent[]
  kaos.beside.hear(clock({ seat: 'p2', event: 2 }, { seat: 'p2', event: 9 }))
  expect(told(kaos.tableLog)).toEqual(['moved 0.', 'ended 1.', en.beside.ranOut('Bruno'), 'moved 2.'])
})

test('the log ends with how players or a clock have ended the match', () => {
  const { match: kaos } = match(view([]), null)
  kaos.view = null
  kaos.players = [{ seat: 'p2', name: 'Bruno', agent: 'human' }]
  kaos.told = [event(0, 'moved'), event(1, 'fell')] as unknown as KaosEvent[]
  kaos.agree.ended = { how: 'timed', by: 'p2', winners: ['p1'], sentence: 'Bruno has no time left.' }
  expect(told(kaos.tableLog)).toEqual(['moved 0.', 'fell 1.', 'Bruno has no time left.'])
  kaos.isPlaying = true
  expect(told(kaos.tableLog)).toEqual(['moved 0.', 'fell 1.'])
})
