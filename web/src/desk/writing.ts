/** A document that somebody writes; what is in it only its game knows. */
export type Position = Record<string, unknown>

/** Writes a value at a path of a document; null takes away what stands there. */
export function write(document: Position, path: readonly (string | number)[], value: unknown) {
  let parent: unknown = document
  for (const step of path.slice(0, -1)) parent = (parent as Record<string | number, unknown> | undefined)?.[step]
  const last = path.at(-1)
  if (last === undefined || typeof parent !== 'object' || parent === null) return
  if (Array.isArray(parent) && typeof last === 'number') {
    if (last < parent.length) parent.splice(last, 1, ...(value === null ? [] : [value]))
  } else if (value === null) delete (parent as Position)[last]
  else (parent as Position)[last] = value
}
