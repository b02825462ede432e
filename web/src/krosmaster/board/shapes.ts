/** The outline of a piece: the kind of piece is its shape. Centred on the origin; `r` is the radius. */
export type PieceKind = 'krosmaster' | 'mob' | 'mechanism'

const polygon = (points: [number, number][]) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`

export function outline(kind: PieceKind, r: number): string {
  if (kind === 'mob') return polygon([0, 1, 2, 3, 4, 5].map((i) => [r * 1.06 * Math.sin((i * Math.PI) / 3), -r * 1.06 * Math.cos((i * Math.PI) / 3)]))
  if (kind === 'mechanism') return polygon([[0, -r * 1.16], [r * 1.16, 0], [0, r * 1.16], [-r * 1.16, 0]])
  return `M0 ${-r}A${r} ${r} 0 1 1 -0.01 ${-r}Z`
}
