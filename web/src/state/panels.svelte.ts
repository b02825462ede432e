export type Panel = 'piles' | 'log' | 'why' | 'help' | 'about' | 'menu' | 'self' | 'share'
export type Sheet = 'unit' | 'stocks' | 'log'

/** Which panel is open, if any, and which sheet a phone shows. */
class Panels {
  open = $state<Panel | null>(null)
  sheet = $state<Sheet>('unit')
  isResultHidden = $state(false)

  toggle(panel: Panel) {
    this.open = this.open === panel ? null : panel
  }

  close() {
    this.open = null
  }
}

export const panels = new Panels()
