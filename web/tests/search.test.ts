import { beforeEach, expect, test, vi } from 'vitest'
import { Desk } from '../src/desk/desk.svelte'
import type { DeskQuestion, DeskView } from '../src/protocol'

/** What the desk has asked, each question with the way to answer it. */
const asked: { wanted: DeskQuestion; signal?: AbortSignal; answer: (best: DeskView['best']) => Promise<void> }[] = []

vi.mock('../src/state/api', () => ({
  askDesk: (wanted: DeskQuestion, signal?: AbortSignal) =>
    new Promise<DeskView>((resolve) => {
      const answer = async (best: DeskView['best']) => {
        resolve({ game: 'krosmaster', document: { game: 'krosmaster', turn: wanted.document?.turn ?? 1 }, line: wanted.line ?? '', after: wanted.after ?? [], answers: [], faults: [], link: '1', board: null, waiting: '', asked: null, roll: null, verdict: null, comparison: null, picture: '', threat: null, reached_by: null, best, puzzle: null, reach: [], text: '' })
        await vi.advanceTimersByTimeAsync(0)
      }
      asked.push({ wanted, signal, answer })
    }),
  troubleOf: () => 'trouble',
}))

const found = (positions: number, ended: boolean): DeskView['best'] => ({ strikes: [], positions, ended, complete: ended })

/** A desk that has been answered, with the likeliest KOs asked for. */
async function begun(): Promise<Desk> {
  const desk = new Desk()
  void desk.begin({ game: 'krosmaster' })
  await asked[0]?.answer(null)
  desk.isBest = true
  desk.ask()
  await vi.advanceTimersByTimeAsync(100)
  return desk
}

beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
})

test('what is found is shown with a small bound first, and looked for with larger ones until the search ends', async () => {
  const desk = await begun()
  expect(asked[1]?.wanted.best).toBe(500)
  await asked[1]?.answer(found(500, false))
  expect([desk.view?.best?.positions, desk.isSearching, desk.isAsking]).toEqual([500, true, false])
  expect(asked[2]?.wanted.best).toBe(5_000)
  await asked[2]?.answer(found(3_000, true))
  expect([desk.view?.best?.positions, desk.isSearching, asked.length]).toEqual([3_000, false, 3])
})

test('a search is left once the position changes, and begun anew', async () => {
  const desk = await begun()
  await asked[1]?.answer(found(500, false))
  desk.edit((document) => (document.turn = 2))
  expect([asked[2]?.signal?.aborted, desk.isSearching]).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(100)
  expect(asked[3]?.wanted).toMatchObject({ best: 500, document: { turn: 2 } })
  await asked[2]?.answer(found(5_000, false))
  expect(desk.view?.best?.positions).toBe(500)
})

test('what is asked besides begins no search anew', async () => {
  const desk = await begun()
  await asked[1]?.answer(found(500, false))
  await asked[2]?.answer(found(5_000, false))
  desk.draw(['reach oscar'])
  await vi.advanceTimersByTimeAsync(100)
  expect(asked[4]?.wanted).toMatchObject({ best: 0, marks: ['reach oscar'] })
  await asked[4]?.answer(null)
  expect(desk.view?.best?.positions).toBe(5_000)
  expect(asked[5]?.wanted.best).toBe(30_000)
  await asked[5]?.answer(found(30_000, false))
  expect([desk.view?.best?.positions, desk.isSearching, asked.length]).toEqual([30_000, false, 6])
})
