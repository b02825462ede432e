import { en, type Strings } from '../strings/en'
import { grow, grown, LETTERS, type Letters, onGrowth } from './letters'

export type Language = 'en' | 'fr' | 'it'
export type Theme = 'auto' | 'light' | 'dark'
export type Contrast = 'auto' | 'more' | 'usual'
export type Hand = 'right' | 'left'
export type Pace = 'calm' | 'quick' | 'instant'

export const LANGUAGES: Record<Language, string> = { en: 'English', fr: 'Français', it: 'Italiano' }
/** English is at hand, and the other languages once somebody reads them. */
const CATALOGUES: Partial<Record<Language, Strings>> = { en }
const FETCHED: Partial<Record<Language, () => Promise<Strings>>> = {
  fr: () => import('../strings/fr').then((found) => found.fr),
  it: () => import('../strings/it').then((found) => found.it),
}

function remembered<T extends string>(key: string, allowed: readonly T[], fallback: T): T {
  const value = localStorage.getItem(`esquive.${key}`) as T | null
  return value && allowed.includes(value) ? value : fallback
}

function preferredLanguage(): Language {
  const wanted = navigator.language.slice(0, 2)
  return wanted === 'fr' || wanted === 'it' ? wanted : 'en'
}

/** What this browser's owner prefers; kept in localStorage. */
class Settings {
  language = $state<Language>(remembered('language', ['en', 'fr', 'it'], preferredLanguage()))
  theme = $state<Theme>(remembered('theme', ['auto', 'light', 'dark'], 'auto'))
  pace = $state<Pace>(remembered('pace', ['calm', 'quick', 'instant'], 'calm'))
  contrast = $state<Contrast>(remembered('contrast', ['auto', 'more', 'usual'], 'auto'))
  /** the size of letters, in 100 of what the browser's is */
  letters = $state<Letters>(remembered('letters', LETTERS, '100'))
  /** which hand holds the phone: what is pressed lies on its side */
  hand = $state<Hand>(remembered('hand', ['right', 'left'], 'right'))
  /** keys of one letter answer; who dictates, or whose reader uses them, turns them off */
  keys = $state(remembered('keys', ['on', 'off'], 'on') === 'on')
  logOpen = $state(remembered('log', ['open', 'folded'], 'open') === 'open')

  /** ending an activation with much unspent is asked about */
  asksEnd = $state(remembered('asksEnd', ['yes', 'no'], 'yes') === 'yes')

  askEnd(asks: boolean) {
    this.asksEnd = asks
    localStorage.setItem('esquive.asksEnd', asks ? 'yes' : 'no')
  }

  /** Speaks a language once its sentences are here; until then, and where they cannot be had, the one before. */
  async setLanguage(language: Language) {
    localStorage.setItem('esquive.language', language)
    await learn(language)
    if (localStorage.getItem('esquive.language') === language) this.language = language
  }

  setTheme(theme: Theme) {
    this.theme = theme
    localStorage.setItem('esquive.theme', theme)
  }

  setContrast(contrast: Contrast) {
    this.contrast = contrast
    localStorage.setItem('esquive.contrast', contrast)
  }

  setLetters(letters: Letters) {
    this.letters = letters
    localStorage.setItem('esquive.letters', letters)
    grow(letters)
  }

  setHand(hand: Hand) {
    this.hand = hand
    localStorage.setItem('esquive.hand', hand)
  }

  setKeys(on: boolean) {
    this.keys = on
    localStorage.setItem('esquive.keys', on ? 'on' : 'off')
  }

  setPace(pace: Pace) {
    this.pace = pace
    localStorage.setItem('esquive.pace', pace)
  }

  /** The next of calm, quick and instant, and again from the first. */
  nextPace() {
    this.setPace(this.pace === 'calm' ? 'quick' : this.pace === 'quick' ? 'instant' : 'calm')
  }

  toggleLog() {
    this.logOpen = !this.logOpen
    localStorage.setItem('esquive.log', this.logOpen ? 'open' : 'folded')
  }

  get isStark(): boolean {
    return this.contrast === 'more' || (this.contrast === 'auto' && systemStark.current)
  }

  get isDark(): boolean {
    return this.theme === 'dark' || (this.theme === 'auto' && systemDark.current)
  }
}

/** A media query that components can read; its px grow with the letters, as all lengths do. */
export class Media {
  current = $state(false)
  private list: MediaQueryList | undefined
  private readonly follow = () => (this.current = this.list?.matches ?? false)

  constructor(query: string) {
    onGrowth((times) => {
      this.list?.removeEventListener('change', this.follow)
      this.list = window.matchMedia(grown(query, times))
      this.list.addEventListener('change', this.follow)
      this.follow()
    })
  }
}

const systemStark = new Media('(prefers-contrast: more)')
const systemDark = new Media('(prefers-color-scheme: dark)')
export const reducedMotion = new Media('(prefers-reduced-motion: reduce)')
export const phone = new Media('(max-width: 760px)')
/** Nothing rests over a cell without pressing it. */
export const fingers = new Media('(hover: none)')
/** Too narrow or too low for columns: the board, and one sheet at a time under it or beside it. */
export const compact = new Media('(max-aspect-ratio: 1/1), (max-height: 600px)')
/** Higher than wide: what belongs together lies one under the other. */
export const upright = new Media('(max-aspect-ratio: 1/1)')
/** A small phone held upright: what helps comes after what is asked. */
export const low = new Media('(max-aspect-ratio: 1/1) and (max-height: 720px)')
export const wide = new Media('(min-width: 1240px)')

export const settings = new Settings()
grow(settings.letters)

/** Fetches the sentences of a language; rejects where the server does not answer. */
export async function learn(language: Language): Promise<void> {
  CATALOGUES[language] ??= await FETCHED[language]?.()
}

/** The sentences of the language chosen. */
export const t = (): Strings => CATALOGUES[settings.language] ?? en
