written  web/src/protocol.ts
ted by `make docs` from the structs that are sent: do not edit. */

export type SeatName = 'p1' | 'p2' | 'p3' | 'p4'
export type Moments = 'swing' | 'lucky' | 'unlucky' | 'ko' | 'deal'
export type What = 'undo' | 'draw' | 'resign' | 'claim'
export type Access = '' | 'listed' | 'private'
export type AgentName = 'human' | 'random' | 'greedy' | 'open'
export type Phrase = 'hello' | 'good-luck' | 'well-played' | 'what-luck' | 'oops' | 'one-moment' | 'thank-you' | 'good-game'
export type How = 'resigned' | 'agreed' | 'claimed' | 'timed'
export type RangeKind = 'close-combat' | 'target' | 'line' | 'no-line-of-sight' | 'personal'
export type SpellKind = 'attack' | 'heal' | 'special'
export type Element = 'water' | 'air' | 'earth' | 'fire' | 'neutral'
export type Limit = 'none' | 'turn' | 'turn-and-target' | 'game'
export type CellKind = 'free' | 'tree' | 'bush' | 'crate' | 'demon' | 'rink' | 'cube'
export type RewardKind = 'boost' | 'buff' | 'equipment'
export type PieceKind = 'krosmaster' | 'mob' | 'mechanism'
export type PowerSource = 'card' | 'inspiration' | 'reward' | 'effect'
export type Status = 'reserve' | 'in-play' | 'out-of-action' | 'left'

/** A legal answer: send `do`. `verb` is its first word, `label` what to write on a button, `tells` what the answer does and costs, and `clause` by which clauses, separated by commas; both missing where nothing is told. */
export interface Option {
  do: string
  verb: string
  label: string
  tells?: string
  clause?: string
}

/** A word of the rules: how it is written in texts (`words`, its name first), what it means, and by which clauses, separated by commas. */
export interface Term {
  id: string
  words: string[]
  text: string
  clause: string
}

/** What a seat is asked. With `listed` false the options are proposals: other lines are legal too. */
export interface DecisionView {
  kind: string
  seat: SeatName
  clause: string
  prompt: string
  options: Option[]
  listed: boolean
}

/** Something that happened, numbered from 0 in the order of the match. Which other fields are there depends on the kind; null names nobody. */
export interface Event {
  n: number
  kind: string
  clause: string
  sentence: string
}

/** Why an answer is illegal: the clauses and the facts it rests on. */
export interface Refused {
  kind: string
  clauses: string[]
  sentence: string
  facts: Record<string, unknown>
}

/** One condition of an action, and whether it holds. */
export interface Judged {
  kind: string
  clauses: string[]
  sentence: string
  holds: boolean
  facts: Record<string, unknown>
}

/** Whether a line is legal and why, and what it would reach: the cells or places of its `area`, and who is there. */
export interface Preview {
  legal: boolean
  conditions: Judged[]
  area: string[]
  targets: string[]
}

/**
 * What may come of an action, and how often: a fraction, and the same in 100.
 * `ko` are the units it knocks out. `ends` are facts of units afterwards by `UNIT.FACT`, named as in the view: those in which the outcomes of the action differ from each other or from before.
 */
export interface Chance {
  text: string
  probability: string
  percent: number
  ko?: string[]
  ends?: Record<string, number | string | boolean>
}

/** What a unit threatens in its next turn, if nothing else moves: the cells it can walk to, those its attacks strike from there, and the enemies that stand on them now. */
export interface Threat {
  type: 'threat'
  unit: string
  reach: string[]
  strikes: string[]
  hits: string[]
}

/** What may come of a legal answer, likeliest first; null where nothing is rolled or there are too many ways to count. `odds_note` is a sentence about them, or null. */
export interface OddsView {
  odds: Chance[] | null
  odds_note: string | null
}

/** What a line comes to under one release: whether it is legal and why, and what may come of it. `note` is a sentence about the odds, or why the line means nothing under this release, or null. */
export interface Verdict {
  release: string
  legal: boolean
  conditions: Judged[]
  odds: Chance[] | null
  note: string | null
}

/** What a release says of a rule: its value in the file of the release, the clauses cited there and their text. */
export interface Ruled {
  release: string
  value: string
  clauses: string[]
  text: string
}

/** A rule that makes the difference between two releases: its key in their files, and what each says. */
export interface Turning {
  key: string
  says: Ruled[]
}

/** A line judged under two releases, and the rules that make the difference; none where it comes to the same. */
export interface Comparison {
  do: string
  same: boolean
  verdicts: Verdict[]
  rules: Turning[]
}

/** What a release says, in our words, and under which numbers: none where it has no clause for it. */
export interface Saying {
  release: string
  clauses: string[]
  text: string
}

/** A rule by its key in the files of the releases, with the value that each of them gives it. */
export interface RuleOfRelease {
  key: string
  values: string[]
}

/** Where two releases differ: what each says, and the rules it turns on; `alike` where both play alike all the same, and `note` says why, or what else decides. `example` is the clause by which a drawn example is asked for, "" for none. */
export interface RulesDifference {
  says: Saying[]
  alike: boolean
  rules: RuleOfRelease[]
  rulings: string[]
  note: string
  example: string
}

/** A chapter of the book by which differences are sorted. */
export interface RulesChapter {
  clause: string
  title: string
  differences: RulesDifference[]
}

/** Two releases of a rulebook side by side, in the order in which they were named. */
export interface RulesCompared {
  game: string
  releases: string[]
  chapters: RulesChapter[]
}

/** A sentence about what happened, or about what kept something from it, and the clauses it rests on. */
export interface Happened {
  text: string
  clauses: string[]
}

/**
 * What became of an example under one release: what happened, line by line, and what ended it if something was `refused`; with `known` False this release has no such thing as was to be done.
 * `ends` tells what is otherwise in the end than under the other release, and `asked` what is waited for then, "" where that is the same; neither where one of the two did not come to its end.
 */
export interface Course {
  release: string
  log: Happened[]
  refused: Happened[]
  known: boolean
  ends: string[]
  asked: string
}

/**
 * A difference in a small position or set-up, played under each of two releases.
 * `look` says in a sentence what to look at, `label` the lines played in words ("" where a turn only begins), `told` what the spell and the powers met in it do; `svg` shows the position, and what each release makes of it where the boards do not look alike, "" for a set-up. It takes the colours of the page it stands in. One line alone is judged: `comparison` says what may come of it. Otherwise that is null, and `courses` tell what comes of lines and dice.
 */
export interface RulesExample {
  clause: string
  look: string
  line: string
  label: string
  told: string[]
  svg: string
  comparison: Comparison | null
  courses: Course[]
}

/** A figure of a drawing: the `letter` it has there, its wounds, and in `marks` what else is true of it. */
export interface Piece {
  letter: string
  name: string
  life: number
  wounds: number
  marks: string[]
}

/** One player's side of a drawing: points, destiny points, whether it has the initiative, and its figures. */
export interface Side {
  seat: SeatName
  points: number
  destiny: number
  initiative: boolean
  pieces: Piece[]
}

/** The position after `step` steps as a VIEW, which the client draws itself. */
export interface ViewDrawing<Seen> {
  kind: 'view'
  view: Seen
  step: number
}

/** The position after `step` steps as an SVG document drawn by the engine; `text` tells it to who cannot see it, and `sides` tell who is who in it. */
export interface SvgDrawing {
  kind: 'svg'
  svg: string
  text: string
  sides: Side[]
  step: number
}

/** The position after `step` steps as text, of a game that has no other picture. */
export interface TextDrawing {
  kind: 'text'
  text: string
  step: number
}

/**
 * A format of the catalogue: how many play, whether in pairs, how many figures a team has, where it is played.
 * `team` holds the fewest and the most figures, `arenas` the ids of the places with room for everybody, and `clause` is the one to read about it, "" for none.
 */
export interface FormatLine {
  id: string
  name: string
  text: string
  players: number
  partners: boolean
  team: [number, number]
  arenas: string[]
  clause: string
}

/** A ready-made team, and the formats it is legal in. */
export interface TeamLine {
  id: string
  name: string
  text: string
  cards: string[]
  formats: string[]
}

/** A release a match can be played by, what playing it means, and the formats as its rules have them. */
export interface ReleaseLine {
  id: string
  name: string
  text: string
  formats: FormatLine[]
}

/** What a match is chosen from, in one language. `formats` are those of the current release, the first of the `releases`, of which there are none where a game has one only. */
export interface Catalogue {
  formats: FormatLine[]
  teams: TeamLine[]
  releases: ReleaseLine[]
}

/**
 * How far somebody has come in an exercise: `step` of `steps` are done; `text` says what to do now, by a `clause`.
 * `lines` are the answers that go on from here, and `cell` is where to look; "" where nothing is to be seen. `reached` says whether the goal is, and `over` whether nothing more can be tried; a lesson without lines is begun again.
 */
export interface Practice {
  exercise: string
  kind: string
  title: string
  text: string
  clause: string
  step: number
  steps: number
  lines: string[]
  cell: string
  reached: boolean
  over: boolean
}

/**
 * A lesson or puzzle (`kind`) to learn a game by, in the order they are meant for.
 * `least` is the chance that a try at a puzzle must have, in percent; 0 for a lesson.
 */
export interface ExerciseLine {
  id: string
  kind: string
  title: string
  text: string
  clauses: string[]
  least: number
}

/**
 * What a try at a puzzle was worth, in percent, however the dice fell, beside the `best` chance there was.
 * It is `solved` where that is the `least` asked for; `reached` says what the dice made of it.
 */
export interface PracticeTry {
  chance: number
  best: number
  least: number
  solved: boolean
  reached: boolean
  over: boolean
}

/**
 * A roll: in which step, whose, for what, with how many dice, how many successes were to be expected and fell.
 * `at_least` and `at_most` are the chances of as many or more, and of as many or fewer, in 100.
 */
export interface LuckRoll {
  step: number
  seat: SeatName
  kind: string
  dice: number
  expected: number
  fell: number
  at_least: number
  at_most: number
}

/** All rolls of a seat of one kind: `exact` is what was to be expected as a fraction. */
export interface LuckSum {
  seat: SeatName
  kind: string
  name: string
  rolls: number
  dice: number
  expected: number
  exact: string
  fell: number
}

/** What each seat has after a step, and its side's chance of winning, in 100. */
export interface CurvePoint {
  step: number
  turn: number
  scores: number[]
  chances: number[]
}

/** One of the moments the story is told in: a sentence, whose moment it is, and the step to look at. */
export interface Moment {
  kind: Moments
  step: number
  turn: number
  seat: SeatName
  sentence: string
}

/** A match that is over, looked back on. `score` is what the scores are called; `names` are by seat. */
export interface AfterTheGame {
  game: string
  score: string
  names: string[]
  moments: Moment[]
  curve: CurvePoint[]
  sums: LuckSum[]
  rolls: LuckRoll[]
}

/** What was asked for cannot be done: a code for programs, a sentence, and what would do. */
export interface Fault {
  code: string
  message: string
  fix: string
}

/** The first message: the last version seen, 0 for none. May be sent again to ask for everything since. */
export interface Hello {
  type: 'hello'
  version: number
}

/** An answer to the decision of the version the client has seen. */
export interface Answer {
  type: 'answer'
  version: number
  do: string
}

/** Asks whether a line would be legal, and why. */
export interface Why {
  type: 'why'
  do: string
}

/** Asks what a line comes to under the match's release and another one of the game: the one named, or the first. */
export interface Compare {
  type: 'compare'
  do: string
  release?: string
}

/** Asks what a unit threatens in its next turn. */
export interface AskThreat {
  type: 'threat'
  unit: string
}

/** Wishes something of the others, agrees to what they wish, declines it, or takes the own wish back (`decline`). */
export interface Wish {
  type: 'wish'
  what: What
  say?: 'ask' | 'agree' | 'decline'
  version?: number
}

/** Who sits in a seat, and what plays for it: a person, an agent, or nobody yet (`open`). */
export interface Seated {
  seat: SeatName
  name: string
  agent: string
}

/**
 * The position after an answer, the decision asked of this client if any, and what has happened since.
 * `own` are the seats this client answers for, `asked` the seat that has to decide; `practice` is for exercises alone. Events from number `since` on that the client knows were taken back: `events` stand in their place.
 */
export interface StateMessage<Game, Seen, Asked, Happened> {
  type: 'state'
  game: Game
  version: number
  players: Seated[]
  own: SeatName[]
  asked: SeatName | null
  over: boolean
  view: Seen
  decision: Asked | null
  events: Happened[]
  since: number
  practice: Practice | null
  wishes: WishesView | null
  ended: EndedView | null
}

/** The answer was illegal; nothing has changed. */
export interface RefusedMessage {
  type: 'refused'
  do: string
  refusal: Refused
}

/**
 * Whether a line is legal, with all its conditions.
 * `odds` only for a legal one on which dice may follow; `odds_note` is a sentence about them, or why there are none.
 */
export interface WhyMessage {
  type: 'why'
  do: string
  legal: boolean
  conditions: Judged[]
  area: string[]
  targets: string[]
  odds: Chance[] | null
  odds_note: string | null
}

/** A line judged under the match's release and another one, and the rules that make the difference. */
export interface CompareMessage extends Comparison {
  type: 'compare'
}

/** The message could not be taken; the connection stays. */
export interface ErrorMessage extends Fault {
  type: 'error'
}

/**
 * One of the players of a new match, in any order: who sits where is decided by Initiative.
 * An `open` seat waits for somebody who takes it. Two against two, first and third are partners, second and fourth.
 */
export interface NewPlayer {
  name: string
  cards: string[]
  agent?: AgentName
  nonce?: string
}

/**
 * Clocks for people, in seconds: what each has for a `turn`, and for the whole match (`total`); 0 is no limit.
 * `then` says what follows when one has run out: the `least` answer is given for the seat, or it has lost (`lose`), where there are two sides.
 */
export interface ClockWanted {
  turn?: number
  total?: number
  then?: 'least' | 'lose'
}

/**
 * A match to be created. With a `commitment` from POST /api/dice its dice come from that seed.
 * What is left out is usual in the game. `setup` holds what else its set-up says, or all of it without formats.
 */
export interface NewMatch {
  players: NewPlayer[]
  game?: string
  release?: string
  format?: string
  arena?: string
  options?: Record<string, string>
  setup?: Record<string, unknown>
  commitment?: string
  access?: Access
  clock?: ClockWanted
}

/**
 * `token` controls every human player; `player_tokens` hold one for each alone (null for a bot or an open seat).
 * `access` says who may see the match, where nothing was said too.
 */
export interface MatchCreated {
  id: string
  token: string
  player_tokens: (string | null)[]
  commitment: string
  access: string
}

/** Takes an open seat of a match: the one named (`p3`), or the first that is open; by an invitation if private. */
export interface SeatWanted {
  name: string
  seat?: SeatName | ''
  invitation?: string
}

/** The seat is taken; `token` plays for it alone. */
export interface SeatTaken {
  id: string
  token: string
  seat: SeatName
}

/** Invites somebody to a match: to an open `seat` of it, or to `watch`, `delay` seconds later than it is played. */
export interface InvitationWanted {
  to: 'seat' | 'watch'
  delay?: number
}

/** An invitation, until when it counts, and the name it is taken back by; it is for as many as have it. */
export interface Invitation {
  id: string
  invitation: string
  name: string
  expires: string
}

/** Takes a place among those who watch, by an invitation of either kind. */
export interface WatchWanted {
  invitation: string
}

/** A token for a match. `may_sit` says whether the invitation it was given for is one to a seat; with a `delay` it shows what lies so many seconds back. */
export interface MatchToken {
  id: string
  token: string
  may_sit: boolean
  delay: number
}

/** A token in the list of those one may take back: which seats it answers for (none: it lets somebody watch), what it invites to (`seat`, `watch` or ""), whether it is the one that asks, and until when it counts. */
export interface TokenLine {
  name: string
  seats: SeatName[]
  invites: string
  own: boolean
  created: string
  expires: string
}

/** What the server asks of those who come: whether there is a `password` to say, and whether it has been said; `private` says who sees a match where its creator says nothing. `reached` are the addresses by which others reach the server, told to who asks from its own machine alone. */
export interface DoorView {
  password: boolean
  inside: boolean
  private: boolean
  reached: string[]
}

/** Says the password of the server. */
export interface Password {
  password: string
}

/** A browser that is somebody's: what it said that it is, since when, and whether it is the one that asks. */
export interface DeviceLine {
  name: string
  device: string
  created: string
  own: boolean
}

/** Who somebody is: a name, "" for none yet, and the browsers that are his. */
export interface Me {
  name: string
  devices: DeviceLine[]
}

/** Says what one wants to be called. */
export interface NameWanted {
  name: string
}

/** A code by which another browser becomes one's own, once, and until when. */
export interface MoveCode {
  code: string
  expires: string
}

/** Makes this browser that of the person whose code it is. */
export interface MoveWanted {
  code: string
}

/** Asks that those who play with this token be forgotten; with `delete` the match too, where nobody else plays. */
export interface Forget {
  token: string
  delete?: boolean
}

/** What is left: the match without the seats' names, or nothing. */
export interface Forgotten {
  id: string
  seats: SeatName[]
  deleted: boolean
}

/** The hash of a seed that a match may be created with. */
export interface DiceCommitment {
  commitment: string
}

/**
 * A match in the list: when it was created (UTC, ISO 8601), who plays, and how it ended.
 * `winner` counts in the order of `players`: `p1` is the first of them. `winners` are names: two of them when a pair has won. `open` seats wait for somebody. `release` is the rulebook's, "" where the game has one only.
 */
export interface MatchSummary {
  id: string
  created: string
  players: string[]
  over: boolean
  winner: string | null
  game: string
  release: string
  format: string
  winners: string[]
  open: number
}

/** A team to be checked. */
export interface TeamQuestion {
  cards: string[]
  game?: string
  format?: string
  release?: string
}

/** One broken rule of team building; several clauses are separated by commas. */
export interface Violation {
  clause: string
  sentence: string
}

/** Whether a team may be played, and every rule it breaks. */
export interface TeamVerdict {
  legal: boolean
  violations: Violation[]
}

/**
 * A line of the table of contents of the rules: a clause, a heading, or a ruling (`title` and decision).
 * `language` is the one its words are in: English where they are not translated as they stand; `release` is that of its book, "" for a ruling.
 */
export interface ClauseLine {
  clause: string
  kind: string
  title: string | null
  paraphrase: string
  testable: boolean
  implemented: boolean
  game: string
  language: string
  release: string
}

/** The numbers that another release of the rulebook has for what a clause is about. */
export interface SameElsewhere {
  release: string
  clauses: string[]
}

/** A ruling that reads a clause, in a language. */
export interface RulingLine {
  ruling: string
  title: string
  decision: string
  language: string
}

/**
 * A clause in our words with the code that implements it and the tests that hold it.
 * Of a ruling `paraphrase` is the decision; only rulings have a `question` and a `reason`. `language` is the one those words are in: English where they are not translated as they stand. `notes` are in the reader's language. `elsewhere` are the numbers of other releases for what it is about.
 */
export interface ClausePage {
  clause: string
  title: string | null
  kind: string
  paraphrase: string
  notes: string
  testable: boolean
  implemented: boolean
  code: string[]
  tests: string[]
  children: string[]
  rulings: RulingLine[]
  diagram: string | null
  game: string
  question: string
  reason: string
  language: string
  release: string
  elsewhere: SameElsewhere[]
}

/** A sentence of the log with its clause. */
export interface ReplayLine {
  sentence: string
  clause: string
}

/**
 * One answer or roll, with those that belong to it: who gave it (a seat or `dice`), its line, the turn it led to, and what happened. `heading` is a heading that stands before it, such as whose turn begins, or "".
 * While the match goes on `line` is "" where it is not one's own. `answer` is the line in words where nothing else is told of it, or "".
 */
export interface ReplayStep {
  by: SeatName | 'dice'
  line: string
  turn: number
  log: ReplayLine[]
  heading: string
  answer: string
}

/** A record as a list of steps, of any game; step n is the position after the first n of them. */
export interface Replay {
  id: string
  game: string
  release: string
  format: string
  players: Seated[]
  over: boolean
  steps: ReplayStep[]
}

/** Invites friends to a match that begins once all have sat down: its one `human` player is who asks, and each `open` one is a place for a guest, who brings a name and a team. With `sides` guests choose their place too. */
export interface NewGathering {
  match: NewMatch
  sides?: boolean
}

/** A table is laid; `token` is one's own seat, at the match too. The `invitation` is for everybody else. */
export interface GatheringMade {
  id: string
  token: string
  invitation: string
  expires: string
}

/** A place at the table, in the order of the set-up: who sits there (`agent` is `open` for nobody yet). */
export interface GatheringPlace {
  place: number
  name: string
  agent: string
  own: boolean
}

/**
 * Who has sat down, as a token or invitation shows it; nobody's team. Once `begun`, the match of this id is played.
 * `host` says whether the asker has laid the table. `expires` is "" once it has begun.
 */
export interface GatheringView {
  id: string
  begun: boolean
  game: string
  release: string
  format: string
  arena: string
  sides: boolean
  host: boolean
  expires: string
  places: GatheringPlace[]
}

/** Takes a place at the table by its invitation: that `place`, or the first that is free. */
export interface GuestWanted {
  invitation: string
  name: string
  cards: string[]
  place?: number
  nonce?: string
}

/** One sits; `token` is the seat's, at the match too, and `begun` says that the last place was taken. */
export interface GuestSeated {
  id: string
  token: string
  begun: boolean
}

/** Asks to be told what goes on beside the game, now and whenever it changes. */
export interface AskTable {
  type: 'table'
}

/** Says one of the phrases to everybody at the table; who only watches says nothing. */
export interface Say {
  type: 'say'
  phrase: Phrase
}

/** Wishes that the clocks stand still, or wishes it no more: they do while every person who plays wishes it. */
export interface Pause {
  type: 'pause'
  on: boolean
}

/**
 * Whether somebody is here for a seat, and since when not (UTC, ISO 8601); "" for who is here, and for a bot.
 * From the moment `claim` on the opponents may claim the match while this seat is to decide.
 */
export interface Presence {
  seat: SeatName
  here: boolean
  since: string
  claim: string
}

/** What a seat has left, in seconds: for this turn, and in all; null where there is no limit. */
export interface TimeLeft {
  seat: SeatName
  turn: number | null
  total: number | null
}

/** The clocks as they stand: whose one is `ticking` (none while they are paused, or have not begun), and which seats wish a pause. `turn`, `total` and `then` are what was agreed on. */
export interface ClockView {
  turn: number
  total: number
  then: string
  begun: boolean
  paused: boolean
  ticking: SeatName | null
  wishes: SeatName[]
  left: TimeLeft[]
}

/** Who is here, how many watch, the clocks if any; `delay` is how many seconds later this client sees it all. */
export interface TableMessage {
  type: 'table'
  seats: Presence[]
  watching: number
  clock: ClockView | null
  delay: number
}

/** Somebody at the table has said a phrase. */
export interface SaidMessage {
  type: 'said'
  seat: SeatName
  phrase: Phrase
}

/** What this client may see lies `delay` seconds back; there is nothing yet, and will be in about `wait` seconds. */
export interface LaterMessage {
  type: 'later'
  delay: number
  wait: number
}

/** Who sits in a seat of the new match: somebody here, a bot, or whoever takes an `open` seat by a link. */
export interface OnwardPlayer {
  name: string
  agent?: AgentName
}

/** Asks to play on from a step of a replay: one player for each seat, in the order of the seats. */
export interface OnwardWanted {
  seats: OnwardPlayer[]
}

/** Which replay and `step` a match of practice was begun from; `of` is "" for any other match. */
export interface Begun {
  of: 'match' | 'file' | ''
  id: string
  step: number
}

/**
 * Something that the seat `by` wishes, until all seats of `waits` have agreed.
 * `since`, for an undo, is the number of the first event that would be taken back.
 */
export interface WishView {
  what: What
  by: SeatName
  waits: SeatName[]
  since: number
}

/** What was wished last, and which seat did not agree. */
export interface DeclinedView {
  what: What
  by: SeatName
}

/**
 * What players wish of one another. It is told to those who play, and each is told of his own `undo` alone.
 * `undo` says how one's own last answer could be taken back: `free`, with the consent of others (`ask`), or not at all (""). Once the match is over `again` are the seats that want a rematch, and `next` is the id of it, "" until all do.
 */
export interface WishesView {
  undo: '' | 'free' | 'ask'
  open: WishView[]
  declined: DeclinedView | null
  again: SeatName[]
  next: string
}

/** An end that no rule made: `how` it came about, the seat that brought it about, who has won (none: a draw), and all of it in a sentence. */
export interface EndedView {
  how: How
  by: SeatName
  winners: SeatName[]
  sentence: string
}

/** The match that is played instead, with a `token` for one's place in it; both "" while the seats of `waits` have not said that they want to play again. */
export interface RematchMade {
  id: string
  token: string
  waits: SeatName[]
}

/** The range of a spell; `max` as it stands now for a unit on the board. */
export interface Range {
  kind: RangeKind
  min: number
  max: number
  fixed: boolean
}

/** What a spell costs now; an AP cost of "-" is a printed dash: the spell is only cast by itself. */
export interface Cost {
  ap: number | '-' | null
  mp: number | null
  injuries: number | null
  kamas: number | null
}

/** A spell bar; `used` is missing in the catalogue; `translated`: the name is a translation of ours. */
export interface Spell {
  id: string
  name: string
  text: string
  range: Range
  cost: Cost
  kind: SpellKind
  element: Element | null
  base: number | null
  limit: Limit
  area: string
  summons: number | null
  used?: boolean
  translated?: boolean
}

/** A power a unit has, and where it comes from; `translated`: its name is a translation of ours. */
export interface Power {
  id: string
  name: string
  text: string
  keyword: boolean
  source: PowerSource
  translated?: boolean
}

/** A Demonic Reward; face down on another player's card only `face` and `rank` are told. */
export interface Reward {
  id: string | null
  name: string | null
  text: string | null
  rank: string | null
  kind: RewardKind | null
  slot: string | null
  face?: 'up' | 'down'
  house?: boolean
}

/** A special marker and the unit that put it there. */
export interface SpecialMarker {
  name: string
  by: string
}

/**
 * What a figure's emblem is drawn from, in no language: who it is, and the elements of its attacks as printed.
 * `kin` holds the id of its hero or token, then of its types or family.
 */
export interface Emblem {
  kin: string[]
  elements: Element[]
  collection: string
}

/**
 * A Krosmaster or summon; `at` is "" off the board; gauges it has not are null; `translated`: as of a spell.
 * `short` is a name of at most twelve letters that no other unit of the match has.
 * `injuries` counts the frozen ones, `ap_markers` and `mp_markers` do not.
 */
export interface Unit {
  id: string
  card: string
  name: string
  short: string
  emblem: Emblem
  owner: SeatName
  kind: PieceKind
  family: string | null
  level: number
  initiative: number
  at: string
  ko: boolean
  injuries: number
  hp: number | null
  ap: number | null
  mp: number | null
  max_ap: number | null
  max_mp: number | null
  ap_markers: number
  mp_markers: number
  range_markers: number
  frozen_injuries: number
  frozen_ap_markers: number
  frozen_mp_markers: number
  has_ap: boolean
  has_mp: boolean
  types: string[]
  summoner: string | null
  played: boolean
  markers: SpecialMarker[]
  inspiration: string[]
  powers: Power[]
  spells: Spell[]
  rewards: Reward[]
  translated?: boolean
}

/** A cell of the board; `setup` names the seats that may deploy there: with four, neighbours share a corner. */
export interface Cell {
  kind: CellKind
  setup: SeatName[]
  kamas: number
}

/** What scenery that can be destroyed can bear, and its injuries in this turn. */
export interface Endurance {
  hp: number
  injuries: number
}

/**
 * The arena; cells by name. `rink` and `cubes` list the cells of the skating rink and those with an Ice Cube.
 * `breakable` has an entry for each Tree, Bush and Crate where the match lets them be destroyed.
 */
export interface Board {
  name: string
  width: number
  height: number
  cells: Record<string, Cell>
  rink: string[]
  cubes: string[]
  breakable: Record<string, Endurance>
}

/** A player's stocks, and the units in order of play; `partner` is the seat that wins together with this one. */
export interface Player {
  name: string
  partner: SeatName | null
  gg: number
  kamas: number
  timeline: string[]
}

/** The turn being played; `number` is 0 during set-up. `asked` is the seat that has to decide, if any. */
export interface Turn {
  number: number
  player: SeatName
  asked: SeatName | null
  unit: string | null
  phase: string
}

/** A pile of rewards: tokens in the closed stack, the price for the active unit, the token turned up. */
export interface Pile {
  rank: string
  pile: number
  closed: number
  price: number
  up: Reward | null
}

/** An effect on standby, by the number `resolve` takes. */
export interface Standby {
  n: number
  text: string
  unit: string
  clause: string
}

/** How the game ended: a seat or `draw`; `winners` are all seats that have won, partners included. */
export interface End {
  winner: SeatName | 'draw'
  winners: SeatName[]
  reason: string
  clause: string
}

/** The position as a seat may see it; `viewer` is `none` for a spectator. */
export interface View {
  game: 'krosmaster'
  release: string
  format: string
  viewer: SeatName | 'none'
  board: Board
  players: Record<SeatName, Player>
  wild_gg: number
  turn: Turn
  units: Unit[]
  piles: Pile[]
  standby: Standby[]
  over: End | null
}

/** A legal answer, with what it names and what it costs. */
export interface KrosmasterOption extends Option {
  unit?: string
  cell?: string
  spell?: string
  cost?: Record<string, number>
  face?: string
  faces?: string[]
  reward?: string
}

/** What Krosmaster cards and summon tokens have in common; `hp` is null for a printed dash, `note` says what is open about the card, `translated` that its name is a translation of ours. */
export interface Printed {
  id: string
  name: string
  emblem: Emblem
  mp: number | '-'
  hp: number | null
  ap: number | '-'
  spells: Spell[]
  powers: Power[]
  house: boolean
  note: string | null
  translated?: boolean
}

/** A summon token. */
export interface Summon extends Printed {
  kind: 'mob' | 'mechanism'
  family: string | null
}

/**
 * A cell the unit can walk to: the MP it takes, the way, and the enemies that would roll for Lock on it.
 * `escapes` says of each of them how likely the unit gets away from it, in 100, and `through` from all of them.
 */
export interface Reach {
  cell: string
  mp: number
  path: string[]
  lockers: string[]
  escapes?: number[]
  through?: number
}

/**
 * Legal cells of a spell, its cells in range, the hidden ones with the cell that hides them, and why not at all.
 * `idle` are the legal cells at which the spell would only cost, each with why; `sight` is the clause that hides, `summons` the cards of what the spell may bring into the arena.
 */
export interface SpellHint {
  cells: string[]
  range: string[]
  hidden: Record<string, string>
  idle: Record<string, string>
  sight: string
  why: string | null
  clauses: string[]
  summons?: Summon[]
}

/** What may be drawn before a click; empty but in an Activation Phase. */
export interface Hints {
  reach?: Reach[]
  spells?: Record<string, SpellHint>
}

/** An id with its name. */
export interface Named {
  id: string
  name: string
}

/** What a seat is asked, with what it is about: the unit, the dice on the table, the reward to be given. */
export interface KrosmasterDecision extends DecisionView {
  options: KrosmasterOption[]
  hints: Hints
  unit?: string
  dice?: string[]
  reward?: Named
}

/** One term of the number an event tells: how much, why, by which clause, and where it comes from. */
export interface EventTerm {
  x: number
  why: string
  clause: string
  unit?: string
  power?: string
  reward?: string
}

/** A Krosmaster card; `playable` is false while something on it is not implemented, for the reasons in `unplayable`. */
export interface Card extends Printed {
  version: string | null
  colour: 'gold' | 'white' | 'black'
  types: string[]
  collection: string
  level: number
  initiative: number
  playable: boolean
  unplayable: string[]
}

/** An arena: `rows` north first, letters as in position documents, and the set-up cells of each seat. */
export interface Arena {
  id: string
  name: string
  rows: string[]
  starts: Record<string, string[]>
  translated?: boolean
}

/** A match option as a release knows it: one value alone where the release's own book settles it. */
export interface OptionOfRelease {
  release: string
  values: string[]
  default: string
  clause: string
}

/**
 * A match option: its values, the one it has by default, and the clause or ruling it is about.
 * `releases` say the same of each release that knows it, by that release's numbers.
 */
export interface MatchOption {
  id: string
  name: string
  values: string[]
  default: string
  clause: string
  releases: OptionOfRelease[]
}

/** Everything to build teams from and to choose an arena and options. */
export interface KrosmasterCatalogue extends Catalogue {
  cards: Card[]
  summons: Summon[]
  arenas: Arena[]
  rewards: Reward[]
  options: MatchOption[]
}

/** How large the table is. */
export interface TableSize {
  width: number
  depth: number
}

/** A piece of scenery: its outline, and the lowest and highest point of each edge of one that slopes. */
export interface Scenery {
  id: string
  kind: string
  shape: ([number, number])[]
  height: number
  flags: string[]
  low?: number[]
  high?: number[]
}

/** A piece of the movable scenery that has been placed. */
export interface Placed {
  piece: string
  x: number
  y: number
  angle: number
}

/** Where a seat deploys, from corner to opposite corner. */
export interface Zone {
  seat: SeatName
  corner: [number, number]
  opposite: [number, number]
}

/** A player's points; `reserve` is the event kept in reserve, "?" for who may not know it. */
export interface Sheet {
  name: string
  destiny: number
  victory_points: number
  aligned: boolean
  reserve?: string
}

/** A figure on the table or beside it: what its document says, and what follows from its card and from what lies on it. Where it stands is missing while it is in reserve; what is false or 0 is left out. */
export interface Figure {
  id: string
  profile: string
  owner: SeatName
  name: string
  status: Status
  wounds: number
  life: number
  life_left: number
  activated: boolean
  x?: number
  y?: number
  z?: number
  facing?: number
  acted?: boolean
  moved?: boolean
  hurt?: boolean
  searching?: boolean
  dodges?: number
  dodged?: string[]
  fleeing?: number
  used?: number
  move?: number
  armour?: number
  immobilised?: boolean
  effects?: string[]
}

/** A weapon of a fighter. */
export interface Weapon {
  id: string
  label: string
  kind: string
  dice: number
  wounds: number
  range: number
}

/** A spell of a fighter. */
export interface FighterSpell {
  id: string
  label: string
  dice: number
  wounds: number
  range: number
  defence: string
  free: boolean
  targets: string
}

/** A skill of a fighter. */
export interface Skill {
  id: string
  label: string
  dice: number
  free: boolean
  timing: string
}

/** A profile card as the rules read it; `shield` is null for a fighter without one. */
export interface Fighter {
  id: string
  label: string
  tribe: string
  emblem: string
  cost: number
  base: number
  height: number
  move: number
  will: number
  life: number
  armour: number
  dodge: number
  shield: number | null
  weapons: Weapon[]
  spells: FighterSpell[]
  skills: Skill[]
}

/** The phase of the round, whose turn it is and with which figure; `asked` when the other player has been asked to go first, `rollers` who has rolled for the deployment. */
export interface RoundTurn {
  phase: string
  player?: SeatName
  figure?: string
  asked?: boolean
  rollers?: string[]
}

/** The cards that are played with, by id. */
export interface Decks {
  objects: string[]
  events: string[]
}

/** An object that a figure carries; for who may not know it only its difficulty. */
export interface Carried {
  figure: string
  object?: string
  uses?: number
  difficulty?: number
}

/** How many objects are in the pile, and below it. */
export interface ObjectCards {
  pile: number
  bottom: number
}

/** An event that is in force, for so many rounds still. */
export interface InForce {
  event: string
  rounds: number
}

/** How many events are in the pile, those at the table's edge by id, and those in force. */
export interface EventCards {
  pile: number
  edge: Record<string, number>
  in_force: InForce[]
}

/** An effect that lasts on a figure, as documents write it. */
export interface Lasting {
  figure: string
  code: number[]
}

/** What gives victory points beside the fighting. */
export interface ObjectiveLine {
  kind: string
  points: number
  rounds: number
  at?: [number, number]
  radius_cm?: number
  seat?: SeatName
}

/** Where the relic lies, and who carries it. */
export interface Relic {
  x: number
  y: number
  figure?: string
}

/** What is waited for: a decision of `kind`, or a `roll` of so many `dice`. The lines of a listed decision are told the player who is asked. */
export interface Waiting {
  player: SeatName | 'none'
  kind: string
  roll?: string
  dice?: number
  listed?: boolean
  lines?: string[]
}

/** A point in space. */
export interface Place {
  x: number
  y: number
  z: number
}

/** The plan of the figure whose turn it is: its line, the way until it sets out with its length and cost, null once it has, and the strikes that will meet it there. */
export interface DeclaredPlan {
  figure: string
  line: string
  path: Place[] | null
  length: number | null
  cost: number | null
  interceptions: string[]
}

/** How the game ended: a seat or `draw`. */
export interface Result {
  winner: SeatName | 'draw'
  reason: string
  clause: string
}

/** The position as a seat may see it; `viewer` is `none` for a spectator. What there is none of is left out. */
export interface KaosView {
  game: 'kaos'
  release: string
  mode: string
  options: Record<string, unknown>
  round: number
  initiative: SeatName | 'none'
  first: SeatName | 'none'
  turn: RoundTurn
  table: TableSize
  scenery: Scenery[]
  players: Record<SeatName, Sheet>
  figure: Figure[]
  viewer: SeatName | 'none'
  fighters: Fighter[]
  asked: Waiting | null
  declared: DeclaredPlan | null
  over: Result | null
  selection?: Scenery[]
  placed?: Placed[]
  zone?: Zone[]
  decks?: Decks
  carried?: Carried[]
  objects?: ObjectCards
  events?: EventCards
  effects?: Lasting[]
  objective?: ObjectiveLine[]
  held?: number[]
  relic?: Relic
  more?: SeatName[]
}

/** One term of the number an event tells: how much, why, by which clause, and the card it comes from, if any. */
export interface KaosTerm {
  x: number
  why: string
  clause: string
  card?: string
}

/** Anything of the catalogue in words: a fighter, an object, an event, a battlefield, a scenario or a horde, by its `kind`; `cost` in points is null for what has none, `source` says who made it. */
export interface KaosCard {
  id: string
  kind: string
  name: string
  cost: number | null
  source: string
  text: string[]
}

/** Everything to choose hordes and a battlefield from. */
export interface KaosCatalogue extends Catalogue {
  cards: KaosCard[]
}

/** Something that happened, numbered from 0 in the order of the match. Which other fields are there depends on the kind; null names nobody. */
export interface KrosmasterEvent extends Event {
  seat?: SeatName | null
  unit?: string | null
  place?: number
  cell?: string | null
  number?: number
  pile?: string | null
  reward?: string | null
  dice?: string[]
  faces?: string[]
  face?: string | null
  x?: number
  ap?: number
  mp?: number
  from?: string | null
  to?: string | null
  stat?: string | null
  successes?: number
  by?: string | null
  price?: number
  spell?: string | null
  injuries?: number
  kamas?: number
  element?: string | null
  sum?: EventTerm[]
  victim?: string | null
  power?: string | null
  target?: string | null
  coins?: string[]
  powers?: string[]
  with?: string | null
  card?: string | null
  bonus?: string | null
  spells?: string | null
  until?: string | null
  why?: string | null
}

/** Something that happened, numbered from 0 in the order of the match. Which other fields are there depends on the kind; null names nobody. */
export interface KaosEvent extends Event {
  seat?: SeatName | null
  piece?: number
  x?: string | null | number
  y?: string | null
  angle?: string | null
  dice?: number[] | number
  figure?: string | null
  number?: number
  total?: number
  plan?: string | null
  action?: string | null
  means?: string | null
  target?: string | null
  reaction?: string | null
  z?: string | null
  cost?: string | null
  roll?: string | null
  sum?: KaosTerm[]
  left?: number
  attacker?: string | null
  wounds?: number
  stopped?: number
  points?: number
  by?: string | null
  drop?: string | null
  saved?: number
  card?: string | null
  difficulty?: number
  parts?: number
  effect?: string | null
  reason?: string | null
}

export type KrosmasterState = StateMessage<'krosmaster', View, KrosmasterDecision, KrosmasterEvent>
export type KaosState = StateMessage<'kaos', KaosView, DecisionView, KaosEvent>
export type GameName = 'krosmaster' | 'kaos'
export type ServerMessage = KrosmasterState | KaosState | RefusedMessage | WhyMessage | CompareMessage | Threat | TableMessage | SaidMessage | LaterMessage | ErrorMessage
export type ClientMessage = Hello | Answer | Why | Compare | AskThreat | AskTable | Say | Pause | Wish
export type Drawing = ViewDrawing<View> | SvgDrawing | TextDrawing
