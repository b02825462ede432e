import type { AgentName, Catalogue, NewMatch, TeamCheck } from '../protocol'
import { checkTeam } from '../state/api'

const OWN = 'own'

/** One player's side of a game being set up. */
export class SeatDraft {
  name = $state('')
  agent = $state<AgentName>('human')
  team = $state('')
  own = $state<string[]>([])
  private format = 'constructed'
  verdict = $state.raw<TeamCheck | null>(null)

  constructor(
    private readonly catalogue: Catalogue,
    private readonly key: string,
    name: string,
    agent: AgentName,
    team: number,
  ) {
    this.name = name
    this.agent = agent
    this.team = (catalogue.teams[team] ?? catalogue.teams[0])?.id ?? OWN
    const known = new Set(catalogue.cards.map((card) => card.id))
    this.own = (localStorage.getItem(`esquive.team.${key}`) ?? '').split(',').filter((id) => known.has(id))
  }

  get isOwn(): boolean {
    return this.team === OWN
  }

  get cards(): string[] {
    return this.isOwn ? this.own : (this.catalogue.teams.find((team) => team.id === this.team)?.cards ?? [])
  }

  get isLegal(): boolean {
    return this.isOwn ? Boolean(this.verdict?.legal) : this.cards.length > 0
  }

  /** The choices made in another language. */
  adopt(before: SeatDraft) {
    this.agent = before.agent
    this.team = before.team
    this.own = before.own
    this.recheck(before.format)
  }

  buildOwn() {
    if (!this.own.length) this.own = [...this.cards]
    this.team = OWN
    void this.check()
  }

  /** Asks the judge again, under other rules of team building. */
  recheck(format: string) {
    this.format = format
    if (this.isOwn) void this.check()
  }

  setOwn(cards: string[]) {
    this.own = cards
    localStorage.setItem(`esquive.team.${this.key}`, cards.join(','))
    void this.check()
  }

  private async check() {
    const asked = [...this.own]
    this.verdict = null
    const verdict = await checkTeam(asked, this.format)
    if (asked.join() === this.own.join()) this.verdict = verdict
  }
}

/** A game being set up, with defaults that can be played at once. */
export class Draft {
  arena = $state('')
  format = $state('constructed')
  options = $state<Record<string, string>>({})
  seats: [SeatDraft, SeatDraft]

  constructor(
    readonly catalogue: Catalogue,
    names: [string, string],
  ) {
    this.arena = (catalogue.arenas.find((arena) => arena.id === 'elemental') ?? catalogue.arenas[0])?.id ?? ''
    this.options = Object.fromEntries(catalogue.options.map((option) => [option.id, option.default]))
    this.seats = [new SeatDraft(catalogue, 'first', names[0], 'human', 0), new SeatDraft(catalogue, 'second', names[1], 'greedy', 1)]
  }

  /** The choices made in another language. */
  adopt(before: Draft) {
    this.arena = before.arena
    this.format = before.format
    this.options = before.options
    this.seats.forEach((seat, i) => seat.adopt(before.seats[i] as SeatDraft))
  }

  get isReady(): boolean {
    return this.seats.every((seat) => seat.isLegal)
  }

  toMatch(): NewMatch {
    return {
      release: '2.7',
      format: this.format,
      arena: this.arena,
      players: this.seats.map((seat) => ({ name: seat.name.trim() || seat.agent, cards: seat.cards, agent: seat.agent })),
      options: { ...this.options },
    }
  }
}
