import template from '../../../../src/esquive/krosmaster/catalogue/new-pack.txt?raw'
import type { KrosmasterCatalogue, PackBrought, PackFault, PacksVerdict } from '../../protocol'
import { checkPacks, troubleOf } from '../../state/api'
import { packs } from '../../state/packs.svelte'
import { t, type Language } from '../../state/settings.svelte'

const KEPT = 'esquive.workshop'
/** how long one has stopped typing before the text is looked at, in milliseconds */
const PAUSE = 300

interface Kept {
  name: string
  text: string
}

function kept(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Kept>
    if (typeof found.name === 'string' && typeof found.text === 'string') return { name: found.name, text: found.text }
  } catch {
    // what cannot be read is begun anew
  }
  return { name: 'my-cards.toml', text: template }
}

/** The line that a fault names, from 1; 0 where it names none. */
export const lineOf = (fault: PackFault): number => Number(/:(\d+)/.exec(fault.where)?.[1] ?? 0)

/** A file of cards while it is written: kept in this browser, and looked at as one types. */
export class Workshop {
  name = $state('')
  text = $state('')
  /** the language in which the cards are told */
  language = $state<Language>('en')
  verdict = $state.raw<PacksVerdict | null>(null)
  trouble = $state('')
  isBusy = $state(false)
  private waits: ReturnType<typeof setTimeout> | undefined

  constructor(language: Language) {
    const found = kept()
    this.name = found.name
    this.text = found.text
    this.language = language
    void this.look()
  }

  /** All files that are checked together: what is kept already, with this one in the place of that of its name. */
  get files(): PackBrought[] {
    return [...packs.files.filter((one) => one.name !== this.name), { name: this.name, text: this.text }]
  }

  get isKept(): boolean {
    return packs.files.some((one) => one.name === this.name && one.text === this.text)
  }

  /** What the file brings, without what other files do. */
  get brought(): KrosmasterCatalogue | null {
    const all = this.verdict?.catalogue as KrosmasterCatalogue | null | undefined
    if (!all) return null
    const isHere = (one: { id?: string | null }) => Boolean(one.id) && this.text.includes(`"${one.id}"`)
    return { ...all, cards: all.cards.filter(isHere), summons: all.summons.filter(isHere), rewards: all.rewards.filter(isHere), arenas: all.arenas.filter(isHere) }
  }

  write(text: string) {
    this.text = text
    this.later()
  }

  open(file: Kept) {
    this.name = file.name
    this.write(file.text)
  }

  begin() {
    this.open({ name: 'my-cards.toml', text: template })
  }

  tell(language: Language) {
    this.language = language
    void this.look()
  }

  private later() {
    clearTimeout(this.waits)
    this.waits = setTimeout(() => void this.look(), PAUSE)
  }

  /** What there is to say of the text as it stands; an answer that comes too late is left out. */
  async look() {
    const asked = JSON.stringify([this.files, this.language])
    this.isBusy = true
    this.trouble = ''
    try {
      localStorage.setItem(KEPT, JSON.stringify({ name: this.name, text: this.text }))
    } catch {
      this.trouble = t().packs.notKept
    }
    try {
      const verdict = await checkPacks(this.files, 'krosmaster', this.language)
      if (asked === JSON.stringify([this.files, this.language])) this.verdict = verdict
    } catch (error) {
      this.trouble = troubleOf(error, t().noServer)
    }
    this.isBusy = false
  }

  stop() {
    clearTimeout(this.waits)
  }
}
