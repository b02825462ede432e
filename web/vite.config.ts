import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { CSSOptions, Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

type PostCss = Exclude<NonNullable<CSSOptions['postcss']>, string>

// While developing, /api is answered by a running server: the real one, or the mock (`npm run mock`).
const server = process.env.ESQUIVE_SERVER ?? 'http://127.0.0.1:8000'

/** What is drawn in units of a drawing of its own: a board's letters grow with the board. */
const DRAWN = /\/krosmaster\/(board|dice)\/|\/front\/HeroBoard|\/krosmaster\/SeatMark|\/setup\/MiniBoard|\/after\/Curve/
/** Lines of this many px or fewer stay as thin as they are. */
const THIN = 3

/** Lengths are written in px and built as rem, so that everything grows with the size of letters that a reader chose. */
const lettersGrow: NonNullable<PostCss['plugins']>[number] = {
  postcssPlugin: 'letters-grow',
  Declaration(declaration) {
    if (DRAWN.test(declaration.source?.input.file ?? '') || !declaration.value.includes('px')) return
    declaration.value = declaration.value.replace(/(?<![\w#.-])(-?)(\d*\.?\d+)px\b/g, (whole, sign: string, px: string) => (Number(px) <= THIN ? whole : `${sign}${Number(px) / 16}rem`))
  },
}

/** The letters that films are written with go into the built package beside the page, which never loads them: Python reads
 * this older form of them, whose tables are merely deflated. */
const filmLetters: Plugin = {
  name: 'film-letters',
  apply: 'build',
  generateBundle() {
    const files = createRequire(import.meta.url)
    for (const weight of [400, 700]) {
      const name = `alegreya-sans-latin-${weight}-normal.woff`
      this.emitFile({ type: 'asset', fileName: `letters/${name}`, source: readFileSync(files.resolve(`@fontsource/alegreya-sans/files/${name}`)) })
    }
  },
}

/** What a first visit needs comes in few files, and what a first match adds in three more: of many small ones each costs a
 * journey, and words of its own. */
const FEW = [
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  { name: 'icons', test: /lucide/, minShareCount: 2, priority: 1 },
  { name: 'table', test: /src\/krosmaster\/Game\.svelte/, priority: 0 },
]

export default defineConfig({
  base: './',
  plugins: [svelte(), filmLetters],
  css: { postcss: { plugins: [lettersGrow] } },
  build: {
    outDir: '../src/esquive/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting: { groups: FEW } } },
  },
  // The files of tests share one process: none leaves anything behind that another would find.
  // A machine that has much else to do is slow, not wrong: only what hangs is ended.
  test: { environment: 'happy-dom', pool: 'threads', isolate: false, include: ['tests/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
  server: { proxy: { '/api': { target: server, ws: true } } },
})
