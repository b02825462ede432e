import type { KrosmasterEvent } from '../protocol'

/** A noise: what is heard, from when, how high, falling or rising to what, and for how long (in s). */
interface Tone {
  at: number
  from: number
  to: number
  lasts: number
  wave: OscillatorType
  loud: number
}

export type Noise = 'dice' | 'step' | 'strike' | 'hit' | 'heal' | 'coin' | 'ko' | 'verdict'

const tone = (wave: OscillatorType, from: number, to: number, lasts: number, at = 0, loud = 0.12): Tone => ({ at, from, to, lasts, wave, loud })

/** Every noise is made here: there are no files to fetch. */
const NOISES: Record<Noise, Tone[]> = {
  dice: [0, 0.05, 0.09, 0.15].map((at, i) => tone('square', 520 - i * 60, 260, 0.03, at, 0.05)),
  step: [tone('sine', 190, 120, 0.07, 0, 0.08)],
  strike: [tone('sawtooth', 720, 180, 0.12, 0, 0.05)],
  hit: [tone('triangle', 210, 60, 0.18, 0, 0.2)],
  heal: [tone('sine', 520, 780, 0.16), tone('sine', 780, 1040, 0.14, 0.08)],
  coin: [tone('sine', 1180, 1180, 0.06, 0, 0.07), tone('sine', 1570, 1570, 0.12, 0.06, 0.07)],
  ko: [tone('triangle', 320, 70, 0.24, 0, 0.2), tone('sine', 160, 45, 0.24, 0.04, 0.16)],
  verdict: [tone('sine', 660, 660, 0.08, 0, 0.08), tone('sine', 880, 880, 0.12, 0.08, 0.08)],
}

/** What an event sounds like, if it does. */
export function noiseOf(event: KrosmasterEvent): Noise | null {
  if (event.dice?.length) return 'dice'
  switch (event.kind) {
    case 'moved':
    case 'displaced':
      return 'step'
    case 'cast':
      return 'strike'
    case 'injured':
      return event.x ? 'hit' : null
    case 'healed':
      return 'heal'
    case 'collected':
    case 'bought-gg':
      return 'coin'
    case 'ko':
      return 'ko'
    default:
      return null
  }
}

const KEY = 'esquive.sound'

/** What is heard. Whoever has not said yet whether to hear it hears it, but for those who share a screen. */
class Sound {
  private said = $state(localStorage.getItem(KEY))
  /** whether several people sit at this screen */
  isShared = $state(false)
  private context: AudioContext | null = null

  get isOn(): boolean {
    return this.said ? this.said === 'on' : !this.isShared
  }

  toggle() {
    this.said = this.isOn ? 'off' : 'on'
    localStorage.setItem(KEY, this.said)
    this.play('verdict')
  }

  play(noise: Noise | null) {
    // Browsers let a page sound only once it has been clicked or typed in.
    if (!noise || !this.isOn || document.hidden || !navigator.userActivation?.hasBeenActive) return
    this.context ??= new AudioContext()
    for (const one of NOISES[noise]) this.make(this.context, one)
  }

  private make(context: AudioContext, { at, from, to, lasts, wave, loud }: Tone) {
    const start = context.currentTime + at
    const source = context.createOscillator()
    const volume = context.createGain()
    source.type = wave
    source.frequency.setValueAtTime(from, start)
    source.frequency.exponentialRampToValueAtTime(to, start + lasts)
    volume.gain.setValueAtTime(loud, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + lasts)
    source.connect(volume).connect(context.destination)
    source.start(start)
    source.stop(start + lasts)
  }
}

export const sound = new Sound()
