/* Compiles Python for the engine of a page, by the Python that will run it there.

   node compile.mjs FOLDER STDLIB OUT

   Every module below FOLDER becomes the compiled module beside it, and its source goes; STDLIB is the standard library
   as it comes, OUT the zip of it compiled, without what no page needs. */

import { readFileSync } from 'node:fs'
import { loadPyodide } from 'pyodide'

const [folder, stdlib, out] = process.argv.slice(2)
const python = await loadPyodide()
const mounted = { '/package': folder, '/out': out.slice(0, out.lastIndexOf('/')) }
for (const [place, root] of Object.entries(mounted)) {
  python.FS.mkdirTree(place)
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place)
}
python.FS.writeFile('/stdlib.zip', new Uint8Array(readFileSync(stdlib)))
python.globals.set('OUT', `/out${out.slice(out.lastIndexOf('/'))}`)
python.runPython(readFileSync(new URL('compile.py', import.meta.url), 'utf8'))
