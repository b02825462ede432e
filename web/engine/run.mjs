/* Runs a Python program with the engine of a page, as it was built: the Python, the library and the modules of a browser.

   node run.mjs ENGINE PROGRAM [ARGUMENT...]

   ENGINE is the folder with `engine.json`; the arguments are those of sys.argv. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { gunzipSync } from 'node:zlib'

const [engine, program, ...rest] = process.argv.slice(2)
const listed = JSON.parse(readFileSync(`${engine}/engine.json`, 'utf8'))
const folder = `${engine}/${listed.folder}`
const unpacked = (name) => gunzipSync(readFileSync(`${folder}/${name}.gz`))

const runtime = mkdtempSync(`${tmpdir()}/esquive-engine-`)
try {
  cpSync(`${folder}/pyodide.mjs`, `${runtime}/pyodide.mjs`)
  for (const name of ['pyodide.asm.mjs', 'pyodide.asm.wasm']) writeFileSync(`${runtime}/${name}`, unpacked(name))
  writeFileSync(`${runtime}/python_stdlib.zip`, unpacked('stdlib.zip'))
  const { loadPyodide } = await import(`${runtime}/pyodide.mjs`)
  const lock = { info: { arch: 'wasm32', platform: 'emscripten_5_0_3', version: '314.0.7', python: '3.14.2', abi_version: '2026_0' }, packages: {} }
  const python = await loadPyodide({ indexURL: `${runtime}/`, lockFileContents: JSON.stringify(lock), packageBaseUrl: `${runtime}/` })
  lay(python, unpacked('package.bin'))
  python.globals.set('ARGUMENTS', python.toPy([program, ...rest]))
  python.runPython("import sys; sys.path.insert(0, '/esquive'); sys.argv = list(ARGUMENTS)")
  await python.runPythonAsync(readFileSync(program, 'utf8'))
} finally {
  rmSync(runtime, { recursive: true })
}

/** Lays out a bundle, as web/src/host/engine.worker.ts does. */
function lay(python, bundle) {
  const length = bundle.readUInt32LE(0)
  let at = 4 + length
  for (const [name, size] of JSON.parse(bundle.toString('utf8', 4, at))) {
    const path = `/esquive/${name}`
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')))
    python.FS.writeFile(path, new Uint8Array(bundle.subarray(at, at + size)))
    at += size
  }
}
