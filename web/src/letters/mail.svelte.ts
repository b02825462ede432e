import { troubleOf } from '../state/api'
import { settings, t } from '../state/settings.svelte'
import { getMail, type MailView } from './api'

/** The letter of the match that is shown: what is to be sent, or what is waited for. */
class Mail {
  view = $state.raw<MailView | null>(null)
  trouble = $state('')
  private asked = ''

  /** A letter has been opened: what was known of its match is so no more. */
  forget() {
    this.asked = ''
    this.view = null
  }

  /** Looks how a match stands; once for each `now`, by which it is told when it stands otherwise. */
  async look(id: string, now: string) {
    const key = `${now} ${settings.language}`
    if (key === this.asked) return
    this.asked = key
    this.trouble = ''
    try {
      const found = await getMail(id)
      if (key === this.asked) this.view = found
    } catch (error) {
      if (key !== this.asked) return
      this.trouble = troubleOf(error, t().noServer)
      this.asked = ''
    }
  }
}
export const mail = new Mail()

/** The link that takes a letter to the page of whoever opens it; what is behind the # no server is sent. */
export const letterLink = (letter: string) => `${location.origin}${location.pathname}#/letter/${letter}`
