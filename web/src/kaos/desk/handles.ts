import { drag, placeAt, tableOf } from '../../desk/drag.svelte'

const SVG = 'http://www.w3.org/2000/svg'
/** how far from the middle the handle is, in centimetres, and how large it is */
const ARM = 5
const KNOB = 1.1
/** degrees that a handle snaps to; with Shift it does not */
const SNAP = 5

function element(name: string, marks: Record<string, string | number>): SVGElement {
  const found = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(marks)) found.setAttribute(key, String(value))
  return found
}

/**
 * Draws a handle beside what is chosen on a drawn table: dragged, it turns it to that angle. Answers how it is taken
 * away. `label` is what is said while it is dragged.
 */
export function drawHandle(drawing: SVGElement, at: { x: number; y: number }, angle: number, label: (angle: number) => string, onturn: (angle: number) => void): () => void {
  const table = tableOf(drawing)
  if (!table) return () => undefined
  const [x, y, arm] = [table.left + at.x * table.scale, table.top + (table.depth - at.y) * table.scale, ARM * table.scale]
  const group = element('g', { class: 'turn-handle' })
  const line = element('line', { x1: x, y1: y, stroke: 'var(--focus)', 'stroke-width': 2, 'stroke-dasharray': '5 4', 'pointer-events': 'none' })
  const knob = element('circle', { r: KNOB * table.scale, fill: 'var(--focus)', stroke: 'var(--panel)', 'stroke-width': 2, style: 'cursor: grab; touch-action: none' })
  // A finger needs more room than the knob shows.
  const reach = element('circle', { r: 2.4 * KNOB * table.scale, fill: 'transparent', style: 'cursor: grab; touch-action: none', 'data-testid': 'turn-handle' })
  const turned = (to: number) => {
    const [left, up] = [x + arm * Math.cos((to * Math.PI) / 180), y - arm * Math.sin((to * Math.PI) / 180)]
    line.setAttribute('x2', String(left))
    line.setAttribute('y2', String(up))
    for (const one of [knob, reach]) {
      one.setAttribute('cx', String(left))
      one.setAttribute('cy', String(up))
    }
  }
  turned(angle)
  group.append(line, knob, reach)
  drawing.append(group)
  let now = angle
  const down = (event: PointerEvent) => {
    event.stopPropagation()
    const dragged = {
      label: label(now),
      over: (left: number, up: number, moved?: PointerEvent) => {
        const there = moved && placeAt(drawing, left, up, true)
        if (!there) return
        const degrees = (Math.atan2(there.y - at.y, there.x - at.x) * 180) / Math.PI
        const snap = moved.shiftKey ? 1 : SNAP
        now = ((Math.round(degrees / snap) * snap) % 360 + 360) % 360
        dragged.label = label(now)
        turned(now)
      },
      drop: () => onturn(now),
    }
    drag.begin(event, dragged)
  }
  group.addEventListener('pointerdown', down)
  // A click on the handle points at nothing below it.
  group.addEventListener('click', (event) => event.stopPropagation())
  return () => group.remove()
}

/** The outline of a piece as it would lie, while it is dragged; nothing takes it away. */
export function drawGhost(drawing: SVGElement | null, shape: readonly (readonly [number, number])[] | null) {
  drawing?.querySelector('.piece-ghost')?.remove()
  const table = tableOf(drawing)
  if (!drawing || !table || !shape) return
  const points = shape.map(([x, y]) => `${table.left + x * table.scale},${table.top + (table.depth - y) * table.scale}`)
  drawing.append(element('polygon', { class: 'piece-ghost', points: points.join(' '), fill: 'none', stroke: 'var(--focus)', 'stroke-width': 3, 'stroke-dasharray': '6 4', 'pointer-events': 'none' }))
}
