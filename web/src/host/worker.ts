/** A worker with Python in it: what it is for, its first message says. */
export const worker = () => new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' })
