import { t } from './settings.svelte'

const KEY = 'esquive.bell'

/** Tells who looks elsewhere that it is his turn, if he wants it and the browser lets us: pages over plain http may not. */
class Bell {
  readonly exists = 'Notification' in window && window.isSecureContext
  private allowed = $state(this.exists && Notification.permission === 'granted')
  private wanted = $state(localStorage.getItem(KEY) === 'on')
  private last: Notification | null = null

  get isOn(): boolean {
    return this.wanted && this.allowed
  }

  async turn(on: boolean) {
    if (on) this.allowed = (await Notification.requestPermission()) === 'granted'
    this.wanted = on && this.allowed
    localStorage.setItem(KEY, this.wanted ? 'on' : 'off')
  }

  /** Rings once for a game, in place of what it said of it before; nobody who sees the page is disturbed. */
  ring(sentence: string, game: string) {
    if (!this.isOn || !document.hidden) return
    const told = new Notification(t().title, { body: sentence, tag: game })
    told.onclick = () => {
      window.focus()
      told.close()
    }
    this.last = told
  }

  /** The page is looked at. */
  quiet() {
    this.last?.close()
    this.last = null
  }
}

export const bell = new Bell()
