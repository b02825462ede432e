import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { lettersGrow } from './letters'

// While developing, /api is answered by a running server: the real one, or the mock (`npm run mock`).
const server = process.env.ESQUIVE_SERVER ?? 'http://127.0.0.1:8000'

export default defineConfig({
  base: './',
  plugins: [svelte()],
  css: { postcss: { plugins: [lettersGrow()] } },
  build: {
    outDir: '../src/esquive/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    chunkSizeWarningLimit: 800,
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
})
