import { expect, test } from 'vitest'
import { isYours, opponentsOf, outcomeOf, recordOf } from '../src/matches/ownMatches'
import type { MatchSummary } from '../src/protocol'

const played = (more: Partial<MatchSummary>): MatchSummary => ({ id: 'm', created: '2026-01-31T20:15:00+00:00', players: ['Ann', 'Bob'], over: true, winner: 'p1', game: 'one', release: '', format: '', winners: ['Ann'], open: 0, agents: ['human', 'human'], teams: [], own: [0], asked: -1, points: [], turn: 3, how: '', ...more })

test('a game is won or lost from the side that one played for', () => {
  expect(outcomeOf(played({}))).toBe('won')
  expect(outcomeOf(played({ own: [1] }))).toBe('lost')
  expect(outcomeOf(played({ winner: 'draw', winners: [] }))).toBe('drawn')
  expect(outcomeOf(played({ winner: 'none', winners: [] }))).toBe('none')
  expect(outcomeOf(played({ over: false, winner: null, winners: [] }))).toBe('')
})

test('whoever played for both sides has neither won nor lost', () => {
  expect(outcomeOf(played({ own: [0, 1] }))).toBe('shared')
  expect(recordOf([played({ own: [0, 1] })]).all.played).toBe(0)
})

test('a partner is no opponent', () => {
  const pair = played({ players: ['Ann', 'Bob', 'Cleo', 'Dan'], winners: ['Ann', 'Cleo'] })
  expect(opponentsOf(pair)).toEqual(['Bob', 'Dan'])
  expect(opponentsOf({ ...pair, own: [1] })).toEqual(['Ann', 'Cleo'])
})

test('the record counts each game and each opponent, the most played first', () => {
  const record = recordOf([played({}), played({ own: [1], game: 'two' }), played({ winner: 'draw', winners: [], game: 'two' })])
  expect(record.all).toEqual({ played: 3, won: 1, lost: 1, drawn: 1 })
  expect(record.games.map(([game, tally]) => [game, tally.played])).toEqual([
    ['two', 2],
    ['one', 1],
  ])
  expect(record.opponents.map(([name, tally]) => [name, tally.played])).toEqual([
    ['Bob', 2],
    ['Ann', 1],
  ])
})

test('a game waits for who is asked', () => {
  expect(isYours(played({ over: false, asked: 0 }))).toBe(true)
  expect(isYours(played({ over: false, asked: 1 }))).toBe(false)
})
