import type { Catalogue, GameName, PackBrought, PackFault, PackLine, PacksVerdict } from '../protocol'
import { FIRST } from '../games'
import { checkPacks, troubleOf } from './api'
import { settings, t } from './settings.svelte'

function kept(key: string): PackBrought[] {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? '[]') as PackBrought[]
    return Array.isArray(found) ? found.filter((one) => typeof one?.name === 'string' && typeof one?.text === 'string') : []
  } catch {
    return []
  }
}

/** The lists of a catalogue that packs add to: of each game those it has. */
const LISTS = ['cards', 'summons', 'arenas', 'rewards'] as const
type Listed = Partial<Record<(typeof LISTS)[number], { id?: string | null }[]>>

/** What packs bring, laid over a catalogue: what has the id of a printed card takes its place. */
export function laidOver<Known extends Catalogue>(catalogue: Known, verdict: PacksVerdict | null): Known {
  const own = verdict?.catalogue as (Catalogue & Listed) | null | undefined
  if (!own) return catalogue
  const over = (old: { id?: string | null }[], fresh: { id?: string | null }[]) => [...old.map((one) => fresh.find((other) => other.id === one.id) ?? one), ...fresh.filter((one) => !old.some((other) => other.id === one.id))]
  const lists = LISTS.flatMap((name) => {
    const [old, fresh] = [(catalogue as Listed)[name], own[name]]
    return old && fresh ? [[name, over(old, fresh)] as const] : []
  })
  return { ...catalogue, formats: own.formats, releases: own.releases, teams: own.teams, ...Object.fromEntries(lists) }
}

/** Cards of one's own: files that this browser keeps, and brings to every match that is begun here. */
export class OwnPacks {
  files = $state.raw<PackBrought[]>([])
  /** what is said of the files that are kept, in the language it was asked for in */
  verdict = $state.raw<PacksVerdict | null>(null)
  /** what is wrong with a file that was not taken */
  faults = $state.raw<PackFault[]>([])
  trouble = $state('')
  isBusy = $state(false)
  private told = ''

  constructor(
    private readonly game: GameName,
    private readonly key: string,
  ) {
    this.files = kept(key)
  }

  get packs(): readonly PackLine[] {
    return this.verdict?.packs ?? []
  }

  /** What the packs bring, asked once a language; null where there are none or they cannot be used any more. */
  async brought(): Promise<PacksVerdict | null> {
    if (!this.files.length) return (this.verdict = null)
    const asked = `${settings.language} ${this.files.map((one) => one.name).join('\n')}`
    if (this.told !== asked || !this.verdict) {
      this.verdict = await checkPacks(this.files, this.game)
      this.told = asked
      this.faults = this.verdict.usable ? [] : this.verdict.faults
    }
    return this.verdict
  }

  /** What goes with a match: nothing where the packs cannot be used. */
  get forMatch(): PackBrought[] {
    return this.verdict?.usable ? this.files : []
  }

  /** Takes files in the place of those of the same name, if all hold together; what is wrong is told, and nothing lost. */
  async add(chosen: Iterable<File>): Promise<boolean> {
    const fresh = await Promise.all([...chosen].map(async (file) => ({ name: file.name, text: await file.text() })))
    if (!fresh.length || this.isBusy) return false
    const wanted = [...this.files.filter((one) => !fresh.some((other) => other.name === one.name)), ...fresh]
    this.isBusy = true
    this.trouble = ''
    this.faults = []
    let isTaken = false
    try {
      const verdict = await checkPacks(wanted, this.game)
      isTaken = verdict.usable
      if (verdict.usable) this.keep(wanted, verdict)
      else this.faults = verdict.faults
    } catch (error) {
      this.trouble = troubleOf(error, t().noServer)
    }
    this.isBusy = false
    return isTaken
  }

  async remove(name: string) {
    this.keep(this.files.filter((one) => one.name !== name), null)
    await this.brought()
  }

  private keep(files: PackBrought[], verdict: PacksVerdict | null) {
    this.files = files
    this.verdict = verdict
    this.faults = []
    this.told = ''
    try {
      localStorage.setItem(this.key, JSON.stringify(files))
    } catch {
      this.trouble = t().packs.notKept
    }
  }
}

const known = new Map<GameName, OwnPacks>()

/** The cards of one's own of a game. */
export function packsOf(game: GameName): OwnPacks {
  const found = known.get(game) ?? new OwnPacks(game, game === FIRST ? 'esquive.packs' : `esquive.packs.${game}`)
  known.set(game, found)
  return found
}

export const packs = packsOf(FIRST)
