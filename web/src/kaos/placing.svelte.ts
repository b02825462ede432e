import type { KaosDecision, KaosView, Spot, WhyMessage } from '../protocol'
import { CM, type Looking, type Point } from './table.svelte'

/** Degrees that a key or a button turns by. */
export const STEP = 15

/** Something that can be placed: a piece of scenery, or a figure in reserve. */
export interface Placeable {
  id: string
  name: string
  /** a figure's base, in centimetres; a piece has its outline */
  side?: number
  shape?: readonly (readonly [number, number])[]
  kind: string
}

/** The centimetres of a place that is drawn. */
export function onTable(looking: Looking, view: KaosView, drawn: Point): Point {
  const { width, depth } = view.table
  const [x, y] = [drawn.x / CM, drawn.y / CM]
  if (looking.turned === 1) return { x: y, y: x }
  if (looking.turned === 2) return { x: width - x, y }
  if (looking.turned === 3) return { x: width - y, y: depth - x }
  return { x, y: depth - y }
}

const tenths = (n: number) => Math.round(n * 10) / 10

/** What the player is about to put down, and where: chosen from what is left, moved and turned by hand. */
export class Placing {
  what = $state('')
  x = $state(0)
  y = $state(0)
  angle = $state(0)
  /** a place was chosen by hand: what is proposed steps back */
  isHeld = $state(false)

  constructor(
    private readonly view: () => KaosView,
    private readonly decision: () => KaosDecision | null,
  ) {}

  /** Whether what is asked is where to put something. */
  get isAsked(): boolean {
    return Boolean(this.decision()?.options.some((one) => one.verb === 'place'))
  }

  get left(): Placeable[] {
    const [view, decision] = [this.view(), this.decision()]
    if (!decision || !this.isAsked) return []
    if (decision.kind === 'scenery') {
      const placed = new Set(view.placed?.map((one) => one.piece))
      return (view.selection ?? []).filter((one) => !placed.has(one.id)).map((one) => ({ id: one.id, name: one.label, shape: one.shape, kind: one.kind }))
    }
    const sides = new Map(view.fighters.map((one) => [one.id, one.base]))
    return view.figure.filter((one) => one.status === 'reserve' && one.owner === decision.seat).map((one) => ({ id: one.id, name: one.name, side: sides.get(one.profile) ?? 2.5, kind: 'figure' }))
  }

  get held(): Placeable | undefined {
    return this.isHeld ? this.left.find((one) => one.id === this.what) : undefined
  }

  /** Where something is proposed to be put. */
  private proposed(id: string): Spot | undefined {
    const { selection } = this.view()
    return this.decision()?.options.find((one) => one.end && (one.piece === undefined ? one.figures?.[0] : selection?.[one.piece]?.id) === id)?.end
  }

  /** The answer in notation. */
  get line(): string {
    return `place ${this.what} ${tenths(this.x)},${tenths(this.y)} ${this.angle}`
  }

  /** Takes something up; where the best place for it is proposed, there it is at first. */
  take(id: string) {
    const { width, depth } = this.view().table
    const proposed = this.proposed(id)
    if (!this.isHeld || !this.x) {
      this.x = proposed?.x ?? width / 2
      this.y = proposed?.y ?? depth / 2
      this.angle = proposed?.facing ?? 0
    }
    this.what = id
    this.isHeld = true
  }

  /** Puts it there, or the first thing that is left. */
  moveTo({ x, y }: Point) {
    const { width, depth } = this.view().table
    const [first] = this.left
    if (!first) return
    if (!this.left.some((one) => one.id === this.what)) this.what = first.id
    if (!this.isHeld) this.angle = this.proposed(this.what)?.facing ?? 0
    this.isHeld = true
    this.x = Math.min(width, Math.max(0, tenths(x)))
    this.y = Math.min(depth, Math.max(0, tenths(y)))
  }

  turn(by: number) {
    this.face(this.angle + by)
  }

  face(angle: number) {
    this.angle = ((Math.round(angle) % 360) + 360) % 360
  }

  drop() {
    this.isHeld = false
    this.what = ''
    this.x = this.y = 0
  }
}

/** The first condition of what is judged that does not hold. */
export const wrongIn = (why: WhyMessage | undefined) => why?.conditions.find((one) => !one.holds)
