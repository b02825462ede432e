/** Something dragged: what it is called, and what happens while it is over a place and when it is let go there. */
export interface Dragged {
  label: string
  /** shows where it would come to lie; called without a place once it is over */
  over?: (x: number, y: number, event?: PointerEvent) => void
  drop: (x: number, y: number) => void
}

/** how far a hand moves before it drags, in px */
const THRESHOLD = 6

/**
 * One thing at a time is dragged, by mouse, pen or finger. Pointer events are used throughout: the browser's own drag
 * and drop knows no finger. A page does not scroll under a finger that drags.
 */
class Drag {
  label = $state('')
  x = $state(0)
  y = $state(0)
  isOn = $state(false)
  private end: (() => void) | null = null

  /** Begins with the pointer that has just gone down; a hand that does not move has only clicked. */
  begin(event: PointerEvent, dragged: Dragged) {
    if (event.button !== 0 || !event.isPrimary) return
    this.end?.()
    const { clientX, clientY, pointerId } = event
    const move = (now: PointerEvent) => {
      if (now.pointerId !== pointerId) return
      if (!this.isOn && Math.hypot(now.clientX - clientX, now.clientY - clientY) < THRESHOLD) return
      this.isOn = true
      this.x = now.clientX
      this.y = now.clientY
      dragged.over?.(now.clientX, now.clientY, now)
      this.label = dragged.label
    }
    const up = (now: PointerEvent) => {
      if (now.pointerId !== pointerId) return
      const was = this.isOn
      this.end?.()
      if (!was) return
      swallowClick()
      dragged.drop(now.clientX, now.clientY)
    }
    const cancel = () => this.end?.()
    const key = (now: KeyboardEvent) => {
      if (now.key !== 'Escape' || !this.isOn) return
      now.stopPropagation()
      this.end?.()
    }
    const still = (now: TouchEvent) => now.cancelable && now.preventDefault()
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', cancel)
    addEventListener('keydown', key, true)
    addEventListener('touchmove', still, { passive: false })
    this.end = () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', cancel)
      removeEventListener('keydown', key, true)
      removeEventListener('touchmove', still)
      this.end = null
      this.isOn = false
      dragged.over?.(-1, -1)
    }
  }
}

/** The click that a browser makes of the end of a drag means nothing. */
function swallowClick() {
  const stop = (event: MouseEvent) => {
    event.stopPropagation()
    event.preventDefault()
  }
  addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', stop, true), 0)
}

export const drag = new Drag()

/** The cell of the board at a point of the window, "" beside it. */
export const cellAt = (x: number, y: number) => document.elementFromPoint(x, y)?.closest<SVGElement>('[data-cell]')?.dataset.cell ?? ''

/** What a drawing says of its table: left and top in the picture, points to the centimetre, both sides in centimetres. */
export function tableOf(drawing: Element | null) {
  const [left, top, scale, width, depth] = (drawing instanceof SVGElement ? (drawing.dataset.table ?? '') : '').split(' ').map(Number)
  return left === undefined || top === undefined || !scale || !width || !depth ? null : { left, top, scale, width, depth }
}

/** The place on a drawn table at a point of the window, in centimetres; null beside it. */
export function placeAt(drawing: Element | null, clientX: number, clientY: number, isAnywhere = false): { x: number; y: number } | null {
  const table = tableOf(drawing)
  const matrix = drawing instanceof SVGSVGElement ? drawing.getScreenCTM() : null
  if (!matrix || !table) return null
  const at = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())
  const [x, y] = [(at.x - table.left) / table.scale, table.depth - (at.y - table.top) / table.scale]
  return isAnywhere || (x >= 0 && y >= 0 && x <= table.width && y <= table.depth) ? { x, y } : null
}
