export type Panel = 'piles' | 'log' | 'why' | 'help' | 'about' | 'menu' | 'self' | 'kept' | 'share' | 'agree' | 'letter' | 'clause' | 'words' | 'board'
export type Sheet = 'unit' | 'stocks' | 'log'

/** Which panel is open, if any, and which sheet a phone shows. */
class Panels {
  open = $state<Panel | null>(null)
  sheet = $state<Sheet>('unit')
  isResultHidden = $state(false)
  /** the clauses read beside the board */
  clauses = $state.raw<string[]>([])
  /** the words that are explained, by their ids */
  words = $state('')
  /** what was open when clauses or words were asked for: closing them leads back to it */
  private before: Panel | null = null

  toggle(panel: Panel) {
    this.open = this.open === panel ? null : panel
  }

  /** Opens clauses, separated by commas, beside the board. */
  read(clauses: string) {
    this.clauses = [...new Set(clauses.split(', '))]
    this.turnTo('clause')
  }

  explain(words: string) {
    this.words = words
    this.turnTo('words')
  }

  private turnTo(panel: Panel) {
    if (this.open !== 'clause' && this.open !== panel) this.before = this.open
    this.open = panel
  }

  /** The game they belong to is left: nothing of it stays open. */
  reset() {
    this.open = null
    this.before = null
    this.sheet = 'unit'
    this.isResultHidden = false
    this.clauses = []
    this.words = ''
  }

  close() {
    const back = this.open === 'clause' || this.open === 'words' ? this.before : null
    this.before = null
    this.open = back
  }
}

export const panels = new Panels()
