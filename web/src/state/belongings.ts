import { collection } from './collection.svelte'
import { NamedLists, teams } from './namedLists.svelte'

/** What the server passes on at most, in letters. */
const MOST = 50_000

/** What this browser keeps that goes along to another one of the same person. */
interface Belongings {
  collection: Record<string, number>
  teams: NamedLists['list']
  hordes: NamedLists['list']
}

const hordes = () => new NamedLists('esquive.hordes')

/** All of it as a text, "" where there is nothing; what would be too much is left out, the collection last. */
export function packed(): string {
  const all: Partial<Belongings> = { collection: collection.counts, teams: teams.list, hordes: hordes().list }
  if (!Object.keys(all.collection ?? {}).length && !all.teams?.length && !all.hordes?.length) return ''
  for (const part of ['', 'hordes', 'teams'] as const) {
    if (part) delete all[part]
    const text = JSON.stringify(all)
    if (text.length <= MOST) return text
  }
  return ''
}

/** Lists that another browser kept, beside one's own; of one name with other cards the one that was here stays as it is. */
function join(here: NamedLists, brought: unknown) {
  if (!Array.isArray(brought)) return
  for (const one of brought) if (typeof one?.name === 'string' && Array.isArray(one.cards) && !here.named(one.name)) here.keep(one.name, one.cards.map(String))
}

/** Takes what another browser of the same person kept: figures as often as either had them, lists of names that are new here. */
export function unpack(text: string) {
  let brought: Partial<Belongings>
  try {
    brought = JSON.parse(text) as Partial<Belongings>
  } catch {
    return // nothing went along
  }
  for (const [id, n] of Object.entries(brought.collection ?? {})) if (Number.isInteger(n) && n > collection.of(id)) collection.put(id, n)
  join(teams, brought.teams)
  join(hordes(), brought.hordes)
}
