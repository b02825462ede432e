import fields from '../../../../src/esquive/kaos/catalogue/fields.toml?raw'
import scenarios from '../../../../src/esquive/kaos/catalogue/scenarios.toml?raw'
import { write } from '../../desk/writing'
import type { DeskChange, PackFault, PackRemark, PacksVerdict } from '../../protocol'
import { troubleOf } from '../../state/api'
import { settings, t } from '../../state/settings.svelte'
import { atDesk } from '../../strings/desk'
import { editMap, getCatalogue, kaosPacks } from '../api'
import { type Chosen, copyOf, emptyMap, type FieldDoc, fieldOf, type MapDoc, nameIn, rename, type ScenarioDoc, scenarioOf } from './maps'

const KEPT = 'esquive.battlefield'
/** how long one has done nothing before the rules are asked, in milliseconds */
const PAUSE = 220
const MOST_BACK = 200
/** as many files go with a match */
const MOST_FILES = 8

/** A battlefield to begin with: a shipped one, or the one that a file of one's own holds. */
export interface Beginning {
  id: string
  name: string
  field: FieldDoc
  scenario?: ScenarioDoc
  /** the file of one's own that it is */
  file?: string
  document?: MapDoc
}

/** Whether what a file says has a battlefield that can be edited. */
export const isMap = (document: unknown): document is MapDoc => {
  const list = (document as MapDoc | null)?.field
  return Array.isArray(list) && list.length > 0 && list.every((one) => typeof one?.id === 'string' && typeof one.name === 'object' && (one.piece ?? []).every((piece) => Array.isArray(piece?.shape) && typeof piece.name === 'object'))
}

function kept(): MapDoc | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? 'null')
    return isMap(found) ? found : null
  } catch {
    return null // what cannot be read is begun anew
  }
}

/** A battlefield while it is made: every change can be taken back, and the rules are asked about each. */
export class Editor {
  document = $state.raw<MapDoc>(kept() ?? emptyMap(atDesk().map.unnamed, atDesk().map.text, settings.language))
  chosen = $state.raw<Chosen>(null)
  isSnapping = $state(true)
  verdict = $state.raw<PacksVerdict | null>(null)
  isAsking = $state(false)
  trouble = $state('')
  /** what has been done, in a sentence */
  said = $state('')
  /** what is wrong with a file that could not be opened */
  refused = $state.raw<PackFault[]>([])
  shipped = $state.raw<Beginning[]>([])
  own = $state.raw<Beginning[]>([])
  private past = $state.raw<MapDoc[]>([])
  private future = $state.raw<MapDoc[]>([])
  /** what the last change was about: another one of the same kind goes with it */
  private doing = ''
  private timer: ReturnType<typeof setTimeout> | undefined
  private asked = 0
  private taken = new Set<string>()

  get canUndo(): boolean {
    return this.past.length > 0
  }

  get canRedo(): boolean {
    return this.future.length > 0
  }

  get name(): string {
    return nameIn(fieldOf(this.document).name, settings.language)
  }

  /** The file it is kept as. */
  get file(): string {
    return `${fieldOf(this.document).id}.toml`
  }

  /** What a match is begun on: the scenario, or the bare battlefield. */
  get ground(): string {
    return scenarioOf(this.document)?.id ?? fieldOf(this.document).id
  }

  /** What the rules say of it as it stands; none while they are asked. */
  get remarks(): readonly PackRemark[] {
    return this.verdict?.remarks ?? []
  }

  get faults(): readonly PackRemark[] {
    return this.remarks.filter((one) => one.severity === 'fault')
  }

  /** What else keeps it from being used, of this file or of others. */
  get others(): readonly PackFault[] {
    return this.faults.length ? [] : (this.verdict?.faults ?? []).filter((one) => one.severity === 'error')
  }

  get isRight(): boolean {
    return Boolean(this.verdict?.usable) && !this.faults.length && !this.isAsking
  }

  get isKept(): boolean {
    return kaosPacks.files.some((one) => one.name === this.file && one.text === this.verdict?.text)
  }

  /** Changes it; changes that are of one kind (`doing`) and follow one another are taken back together. */
  edit(change: (document: MapDoc) => void, doing = '') {
    const next = structuredClone($state.snapshot(this.document)) as MapDoc
    change(next)
    if (!doing || doing !== this.doing) this.past = [...this.past, this.document].slice(-MOST_BACK)
    this.doing = doing
    this.future = []
    this.show(next)
  }

  /** Shows a change while a hand is still at it: it counts once it is let go. */
  draft(document: MapDoc) {
    this.document = document
  }

  /** Another document lies on the table. */
  private show(document: MapDoc) {
    this.document = document
    this.said = ''
    if (this.chosen && !this.isThere(this.chosen)) this.chosen = null
    this.ask()
  }

  private isThere(chosen: NonNullable<Chosen>): boolean {
    const scenario = scenarioOf(this.document)
    const list = { piece: fieldOf(this.document).piece, goal: scenario?.objective, zone: scenario?.zone }[chosen.what]
    return chosen.index < (list?.length ?? 0)
  }

  undo() {
    const before = this.past.at(-1)
    if (!before) return
    this.future = [...this.future, this.document]
    this.past = this.past.slice(0, -1)
    this.doing = ''
    this.show(before)
  }

  redo() {
    const next = this.future.at(-1)
    if (!next) return
    this.past = [...this.past, this.document]
    this.future = this.future.slice(0, -1)
    this.doing = ''
    this.show(next)
  }

  mend(changes: readonly DeskChange[]) {
    this.edit((document) => changes.forEach(({ path, value }) => write(document, path, value)))
  }

  rename(name: string) {
    if (name.trim() && name.trim() !== this.name) this.edit((document) => rename(document, name, settings.language, this.takenIds()))
  }

  /** The ids that others have. */
  private takenIds(): ReadonlySet<string> {
    const own = new Set([...this.document.field, ...(this.document.scenario ?? [])].map((one) => one.id))
    return new Set([...this.taken].filter((id) => !own.has(id)))
  }

  /** Begins anew: with nothing, or with a copy of a battlefield. */
  begin(from: Beginning | null) {
    const { language } = settings
    if (from?.document) {
      this.edit((document) => Object.assign(empty(document), structuredClone(from.document)))
      this.chosen = null
      return
    }
    const made = from ? copyOf(from.field, from.scenario, { [language]: atDesk().map.like(from.name) }, language) : emptyMap(atDesk().map.unnamed, atDesk().map.text, language)
    rename(made, nameIn(fieldOf(made).name, language), language, this.taken)
    this.chosen = null
    this.edit((document) => Object.assign(empty(document), made))
  }

  /** Opens a file, if there is a battlefield in it. */
  async open(file: { name: string; text: () => Promise<string> }) {
    this.refused = []
    this.trouble = ''
    try {
      const found = await editMap([{ name: file.name, text: await file.text() }], null)
      if (isMap(found.documents)) return this.begin({ id: '', name: file.name, field: found.documents.field[0] as FieldDoc, document: found.documents })
      this.refused = found.faults
      if (!found.faults.length) this.trouble = atDesk().map.noMap(file.name)
    } catch (error) {
      this.trouble = troubleOf(error, t().noServer)
    }
  }

  /** Keeps it among one's own files; answers whether that is done. */
  async keep(): Promise<boolean> {
    if (!this.verdict || !this.isRight) return false
    if (!this.isKept && kaosPacks.files.filter((one) => one.name !== this.file).length >= MOST_FILES) {
      this.said = atDesk().map.tooMany(MOST_FILES)
      return false
    }
    const isTaken = this.isKept || (await kaosPacks.add([new File([this.verdict.text], this.file)]))
    this.said = isTaken ? atDesk().map.kept(this.name) : ''
    this.trouble = kaosPacks.trouble
    this.refused = isTaken ? [] : kaosPacks.faults
    if (isTaken) void this.look()
    return isTaken
  }

  /** Throws away a file of one's own; what is on the table stays there. */
  async drop(file: string) {
    await kaosPacks.remove(file)
    this.own = this.own.filter((one) => one.file !== file)
    this.ask()
  }

  /** Asks the rules, once nobody changes anything for a moment. */
  ask() {
    clearTimeout(this.timer)
    this.asked += 1
    this.isAsking = true
    this.timer = setTimeout(() => void this.send(), PAUSE)
  }

  stop() {
    clearTimeout(this.timer)
    this.asked += 1
  }

  private async send() {
    const number = ++this.asked
    const { document } = this
    try {
      localStorage.setItem(KEPT, JSON.stringify(document))
    } catch {
      this.trouble = t().packs.notKept
    }
    try {
      const others = kaosPacks.files.filter((one) => one.name !== this.file)
      const verdict = await editMap([...others.slice(1 - MOST_FILES), { name: this.file, text: '' }], document)
      if (number !== this.asked) return
      this.verdict = verdict
      this.trouble = ''
    } catch (error) {
      if (number === this.asked) this.trouble = troubleOf(error, t().noServer)
    }
    if (number === this.asked) this.isAsking = false
  }

  /** What there is to begin with, and which ids are taken. */
  async look() {
    const { language } = settings
    try {
      const [found, catalogue] = await Promise.all([editMap([{ name: 'catalogue.toml', text: `${fields}\n${scenarios}` }], null), getCatalogue()])
      this.taken = new Set(catalogue.cards.map((one) => one.id))
      this.shipped = beginningsOf(found.documents as MapDoc, language)
      const own = await Promise.all(kaosPacks.files.map((file) => editMap([file], null).then((one) => ({ file: file.name, document: one.documents }))))
      this.own = own.flatMap(({ file, document }) => (isMap(document) ? [{ id: file, file, document, field: fieldOf(document), scenario: scenarioOf(document), name: nameIn(fieldOf(document).name, language) }] : []))
    } catch (error) {
      this.trouble = troubleOf(error, t().noServer)
    }
  }
}

/** A document without anything in it: what is begun anew has nothing of what was there before. */
function empty(document: MapDoc): MapDoc {
  for (const key of Object.keys(document)) delete document[key]
  return document
}

/** Every battlefield by itself, and every scenario with the one that it is fought on. */
function beginningsOf(document: MapDoc, language: string): Beginning[] {
  const bare = document.field.map((field) => ({ id: field.id, name: nameIn(field.name, language), field }))
  const fought = (document.scenario ?? []).flatMap((scenario) => {
    const field = document.field.find((one) => one.id === scenario.field)
    return field && scenario.mode === 'scenario' ? [{ id: scenario.id, name: nameIn(scenario.name, language), field, scenario }] : []
  })
  return [...bare, ...fought]
}
