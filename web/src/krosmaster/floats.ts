import type { KrosmasterEvent } from '../protocol'
import { t } from '../state/settings.svelte'

/** A number or word that lands on a piece. */
export interface Landing {
  unit: string
  text: string
  tone: 'injury' | 'heal' | 'ap' | 'mp' | 'plain'
}

const signed = (x: number) => (x < 0 ? `−${-x}` : `+${x}`)

function ofStat(unit: string, stat: string | null | undefined, x: number): Landing {
  const name = stat === 'ap' ? t().ap : stat === 'mp' ? t().mp : stat === 'hp' ? t().hp : t().range
  return { unit, text: `${signed(x)} ${name}`, tone: stat === 'ap' || stat === 'mp' ? stat : 'plain' }
}

/** What lands on which piece when an event is shown, by the kind of the event. */
export function landingOf(event: KrosmasterEvent): Landing | null {
  const unit = event.unit
  if (!unit) return null
  const x = event.x ?? 0
  switch (event.kind) {
    case 'injured':
      return x ? { unit, text: `−${x}`, tone: 'injury' } : null
    case 'healed':
      return x ? { unit, text: `+${x}`, tone: 'heal' } : null
    case 'ko':
      return { unit, text: t().koShort, tone: 'injury' }
    case 'markers':
      return x ? ofStat(unit, event.stat, x) : null
    case 'frozen-markers':
    case 'frozen-returned': {
      const landing = ofStat(unit, event.stat, event.kind === 'frozen-markers' ? x : -x)
      return x && landing ? { ...landing, text: `❄ ${landing.text}` } : null
    }
    case 'markers-returned':
    case 'lost':
      return x ? ofStat(unit, event.stat, -x) : null
    case 'gained':
      return x ? ofStat(unit, event.stat, x) : null
    case 'collected':
      return { unit, text: `+1 ${t().kamaShort}`, tone: 'plain' }
    case 'kama-taken':
      return { unit, text: `${signed(x || 1)} ${t().kamaShort}`, tone: 'plain' }
    case 'bought-gg':
      return { unit, text: `+1 ${t().ggShort}`, tone: 'plain' }
    case 'locked':
    case 'caught':
    case 'escaped':
    case 'counter':
      return { unit, text: t().landings[event.kind] ?? '', tone: 'plain' }
    default:
      return null
  }
}
