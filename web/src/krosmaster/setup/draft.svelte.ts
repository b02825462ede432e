import type { ClockWanted, KrosmasterCatalogue, FormatLine, MatchOption, NewMatch, PackBrought, TeamDrawing, TeamVerdict } from '../../protocol'
import { checkTeam } from '../../state/api'
import { numberedNameOf, USUAL_BOT } from '../../setup/bots'
import { t } from '../../state/settings.svelte'

const OWN = 'own'
const NAME = 'esquive.name'

/** What a person is called here: as last time. */
export const rememberedName = (): string => localStorage.getItem(NAME) || (t().playerNames.human ?? '')

/** Remembers what a person has called herself; what nobody typed is no name. */
export function rememberName(name: string) {
  if (name && name !== t().playerNames.human) localStorage.setItem(NAME, name)
}

/** What whoever plays a seat is called until a name is typed. */
export function called(agent: string, seat: string): string {
  if (agent !== 'human') return t().playerNames[agent] ?? agent
  return seat === 'first' || seat === 'one' ? rememberedName() : t().secondPlayer
}

/** One player's side of a game being set up. */
export class SeatDraft {
  name = $state('')
  /** the name it was given, which nobody has typed */
  given = ''
  agent = $state<string>('human')
  team = $state('')
  own = $state<string[]>([])
  /** the figures that a Limited team is built from, one that is there twice named twice; asked for with `isFromPool` */
  pool = $state<string[]>([])
  isFromPool = $state(false)
  private format = $state('')
  private release = ''
  verdict = $state.raw<TeamVerdict | null>(null)

  constructor(
    private readonly catalogue: KrosmasterCatalogue,
    private readonly key: string,
    name: string,
    agent: string,
    team: number,
    format: string,
    /** the packs whose cards the catalogue has */
    readonly packs: readonly PackBrought[] = [],
  ) {
    this.name = this.given = name
    this.agent = agent
    this.format = format
    const fitting = teamsFor(catalogue, format)
    this.team = (fitting[team] ?? fitting[0])?.id ?? OWN
    const known = new Set(catalogue.cards.map((card) => card.id))
    const kept = (what: string) => (localStorage.getItem(`esquive.${what}.${key}`) ?? '').split(',').filter((id) => known.has(id))
    this.own = kept('team')
    this.pool = kept('pool')
    this.isFromPool = Boolean(localStorage.getItem(`esquive.from-pool.${key}`))
  }

  get isOwn(): boolean {
    return this.team === OWN
  }

  get cards(): string[] {
    return this.isOwn ? this.own : (this.catalogue.teams.find((team) => team.id === this.team)?.cards ?? [])
  }

  get isLimited(): boolean {
    return this.format === 'limited'
  }

  /** What the player brings to the set-up of a match beside a team. */
  get brings(): Record<string, unknown> {
    return this.isOwn && this.isLimited && this.isFromPool ? { pool: [...this.pool] } : {}
  }

  get isLegal(): boolean {
    return this.isOwn ? Boolean(this.verdict?.legal) : this.cards.length > 0
  }

  /** The choices made in another language; a name that was typed is one of them. */
  adopt(before: SeatDraft) {
    if (before.name !== before.given) this.name = before.name
    else if (before.agent !== this.agent) this.name = this.given = called(before.agent, this.key)
    this.agent = before.agent
    this.team = before.team
    this.own = before.own
    this.pool = before.pool
    this.isFromPool = before.isFromPool
    this.recheck(before.format, before.release)
  }

  /** A team that came by a link: the figures that are known. */
  take(cards: string[]) {
    const known = new Set(this.catalogue.cards.map((card) => card.id))
    this.team = OWN
    this.setOwn(cards.filter((id) => known.has(id)))
  }

  /** A team for this once: what one has built oneself stays as it is kept. */
  lend(cards: string[]) {
    this.team = OWN
    this.own = cards
    void this.check()
  }

  buildOwn() {
    if (!this.own.length) this.own = [...this.cards]
    this.team = OWN
    void this.check()
  }

  /** Asks the judge again, under other rules of team building. */
  recheck(format: string, release: string) {
    this.format = format
    this.release = release
    if (this.isOwn) void this.check()
  }

  setOwn(cards: string[]) {
    this.own = cards
    localStorage.setItem(`esquive.team.${this.key}`, cards.join(','))
    void this.check()
  }

  setPool(cards: string[]) {
    this.pool = cards
    localStorage.setItem(`esquive.pool.${this.key}`, cards.join(','))
    void this.check()
  }

  setFromPool(is: boolean) {
    this.isFromPool = is
    localStorage.setItem(`esquive.from-pool.${this.key}`, is ? 'yes' : '')
    void this.check()
  }

  /** What chance is asked for: a team for this seat with these figures, out of `among` where not all there are. */
  drawing(cards: readonly string[], among: readonly string[] | null): TeamDrawing {
    return { format: this.format, release: this.release, cards: [...cards], packs: [...this.packs], ...(among ? { among: [...among] } : {}) }
  }

  private async check() {
    const question = () => ({ format: this.format, release: this.release, cards: [...this.own], setup: this.brings, ...(this.packs.length ? { packs: this.packs } : {}) })
    const asked = question()
    this.verdict = null
    const verdict = await checkTeam(asked)
    if (JSON.stringify(asked) === JSON.stringify(question())) this.verdict = verdict
  }
}

/** The ready-made teams that are legal in a format. */
export const teamsFor = (catalogue: KrosmasterCatalogue, format: string) => catalogue.teams.filter((team) => team.formats?.includes(format) ?? true)

/** The last game that was started here. */
export function lastSetup(): NewMatch | null {
  try {
    return JSON.parse(localStorage.getItem('esquive.setup') ?? 'null') as NewMatch | null
  } catch {
    return null
  }
}

/** A team whose figures have Initiatives of their own: nobody is asked for their order before the first turn. */
const isOrdered = (catalogue: KrosmasterCatalogue, ids: string[]) => {
  const initiatives = ids.map((id) => catalogue.cards.find((card) => card.id === id)?.initiative)
  return new Set(initiatives).size === ids.length
}

/** What is drawn from `all` by a number from 0 to 1. */
const draw = <T>(all: readonly T[], random: () => number): T | undefined => all[Math.floor(random() * all.length)]

/** A game being set up, with defaults that can be played at once. */
export class Draft {
  arena = $state('')
  options = $state<Record<string, string>>({})
  /** who may see the game, "" for what is usual at this server */
  access = $state<NewMatch['access']>('')
  /** how many games a series has at most, 0 for one game */
  bestOf = $state<NonNullable<NewMatch['best_of']>>(0)
  /** who throws the dice: the program, or the players on their own table */
  dice = $state<NonNullable<NewMatch['dice']>>('')
  /** clocks for people, in seconds; none while both are 0 */
  clock = $state<Required<ClockWanted>>({ turn: 0, total: 0, then: 'least' })
  /** the release of the rulebook, "" where the game has one only */
  release = $state('')
  private chosen = $state('constructed')
  private readonly duel: SeatDraft[]
  private readonly four: SeatDraft[]

  /** `names`: a person, and the bot against them; `others` are names for the players of a table for four. */
  constructor(
    readonly catalogue: KrosmasterCatalogue,
    names: [string, string],
    others: string[] = [],
    /** the packs whose cards the catalogue has: they go with the match */
    private readonly packs: readonly PackBrought[] = [],
  ) {
    this.release = (catalogue.releases.find((release) => release.id === lastSetup()?.release) ?? catalogue.releases[0])?.id ?? ''
    this.arena = (catalogue.arenas.find((arena) => arena.id === 'elemental') ?? catalogue.arenas[0])?.id ?? ''
    this.chooseOptions()
    this.duel = ['first', 'second'].map((key, i) => new SeatDraft(catalogue, key, names[i] ?? '', i ? USUAL_BOT : 'human', i, 'constructed', packs))
    const four = catalogue.formats.find((format) => format.players === 4)?.id ?? ''
    this.four = ['one', 'two', 'three', 'four'].map((key, i) => new SeatDraft(catalogue, key, others[i] ?? '', i ? USUAL_BOT : 'human', i, four, packs))
  }

  get format(): string {
    return this.chosen
  }

  /** The formats as the release has them. */
  get formats(): readonly FormatLine[] {
    return this.catalogue.releases.find((release) => release.id === this.release)?.formats ?? this.catalogue.formats
  }

  get rules(): FormatLine | undefined {
    return this.formats.find((format) => format.id === this.chosen)
  }

  get seats(): SeatDraft[] {
    return this.rules?.players === 4 ? this.four : this.duel
  }

  /** The arenas with room for everybody. */
  get arenas() {
    return this.catalogue.arenas.filter((arena) => this.rules?.arenas.includes(arena.id) ?? true)
  }

  /** The options that the release knows, as it knows them. */
  get known(): MatchOption[] {
    return this.catalogue.options.flatMap((option) => {
      const own = option.releases.find((one) => one.release === this.release)
      return own ? [{ ...option, ...own }] : []
    })
  }

  /** What was chosen stays where the release allows it; else its default. */
  private chooseOptions() {
    this.options = Object.fromEntries(this.known.map((option) => [option.id, option.values.find((value) => value === this.options[option.id]) ?? option.default]))
  }

  choose(format: string) {
    this.chosen = format
    for (const seat of this.seats) seat.recheck(format, this.release)
    if (!this.arenas.some((arena) => arena.id === this.arena)) this.arena = this.arenas[0]?.id ?? ''
  }

  /** Another rulebook: teams are judged again, and an arena that it does not have gives way. */
  play(release: string) {
    this.release = release
    this.chooseOptions()
    this.choose(this.chosen)
  }

  /** Two teams and an arena that chance has drawn, for who wants to play at once. */
  shuffle(random: () => number = Math.random) {
    const teams = teamsFor(this.catalogue, this.chosen).filter((team) => isOrdered(this.catalogue, team.cards))
    for (const seat of this.seats) {
      const drawn = draw(teams, random)
      if (!drawn) continue
      seat.team = drawn.id
      if (teams.length > 1) teams.splice(teams.indexOf(drawn), 1)
    }
    this.arena = draw(this.arenas, random)?.id ?? this.arena
  }

  /** The players of a game that is over, those at this screen first, with what they had where this browser has begun it. */
  follow(players: readonly { name: string; agent: string }[], last: NewMatch | null) {
    const of = (name: string) => last?.players.find((player) => player.name === name)
    const isSame = players.some(({ name }) => of(name)?.cards.length)
    if (last && isSame) this.take(last)
    else if (players.length !== this.rules?.players) this.choose(this.formats.find((format) => format.players === players.length)?.id ?? this.format)
    for (const [i, { name, agent }] of players.entries()) {
      const seat = this.seats[i]
      if (!seat) continue
      seat.name = name
      seat.agent = agent
      const cards = of(name)?.cards ?? []
      const ready = this.catalogue.teams.find((team) => team.cards.join() === cards.join())
      if (ready) seat.team = ready.id
      else if (cards.length) seat.take([...cards])
    }
  }

  /** Rulebook, arena and all else that was agreed on for a game. */
  private take(last: NewMatch) {
    this.release = this.catalogue.releases.find((release) => release.id === last.release)?.id ?? this.release
    this.options = { ...last.options }
    this.chooseOptions()
    this.choose(this.formats.find((format) => format.id === last.format)?.id ?? this.format)
    if (this.arenas.some((arena) => arena.id === last.arena)) this.arena = last.arena ?? this.arena
    this.clock = { turn: 0, total: 0, then: 'least', ...last.clock }
    this.access = last.access ?? ''
  }

  /** The choices made in another language. */
  adopt(before: Draft) {
    this.release = before.release
    this.arena = before.arena
    this.options = before.options
    this.access = before.access
    this.dice = before.dice
    this.clock = before.clock
    this.bestOf = before.bestOf
    this.duel.forEach((seat, i) => seat.adopt(before.duel[i] as SeatDraft))
    this.four.forEach((seat, i) => seat.adopt(before.four[i] as SeatDraft))
    this.choose(before.format)
  }

  get isReady(): boolean {
    return this.seats.every((seat) => seat.isLegal)
  }

  /** What a player is called; two bots of one name are told apart by a letter. */
  private nameOf(i: number): string {
    const seat = this.seats[i]
    const name = seat?.name.trim() || seat?.agent || ''
    const isTwice = this.seats.some((other, n) => n < i && other.name.trim() === name)
    return isTwice && seat && seat.agent !== 'human' && seat.agent !== 'open' ? numberedNameOf(seat.agent, i + 1) : name
  }

  toMatch(): NewMatch {
    return {
      release: this.release,
      format: this.format,
      arena: this.arena,
      players: this.seats.map((seat, i) => ({ name: this.nameOf(i), cards: seat.cards, agent: seat.agent, setup: seat.brings })),
      options: { ...this.options },
      access: this.access,
      ...(this.dice ? { dice: this.dice } : {}),
      ...(this.bestOf ? { best_of: this.bestOf } : {}),
      ...(this.packs.length ? { packs: [...this.packs] } : {}),
      ...(this.clock.turn || this.clock.total ? { clock: { ...this.clock } } : {}),
    }
  }
}
