const KEY = 'esquive.key'

/** The key by which the server knows this browser again: made at the first visit, never shown. */
export function ownKey(): string {
  const known = localStorage.getItem(KEY)
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const made = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  localStorage.setItem(KEY, made)
  return made
}
