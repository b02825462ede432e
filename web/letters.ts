import type { CSSOptions } from 'vite'

type Plugin = Extract<NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number], { postcssPlugin: string; Declaration?: unknown }>

/** What is drawn in units of a drawing of its own: a board's letters grow with the board. */
const DRAWN = /\/src\/(board|dice)\/|\/front\/HeroBoard|\/game\/SeatMark|\/setup\/MiniBoard|\/after\/Curve/
/** Lines and shadows of this many px or fewer stay as thin as they are. */
const THIN = 3

/** Lengths are written in px and built as rem, so that everything grows with the size of letters that a reader chose. */
export function lettersGrow(): Plugin {
  return {
    postcssPlugin: 'letters-grow',
    Declaration(declaration) {
      const file = declaration.source?.input.file ?? ''
      if (DRAWN.test(file) || !declaration.value.includes('px')) return
      declaration.value = declaration.value.replace(/(?<![\w#.-])(-?)(\d*\.?\d+)px\b/g, (whole, sign: string, px: string) => (Number(px) <= THIN ? whole : `${sign}${Number(px) / 16}rem`))
    },
  }
}
