/** The matches this browser may play in, and with which token. */
export interface Kept {
  id: string
  token: string
  created: string
}

const KEY = 'esquive.matches'

export function keptMatches(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? (kept as Kept[]) : []
  } catch {
    localStorage.removeItem(KEY)
    return []
  }
}

export function keepMatch(id: string, token: string) {
  const others = keptMatches().filter((kept) => kept.id !== id)
  localStorage.setItem(KEY, JSON.stringify([{ id, token, created: new Date().toISOString() }, ...others].slice(0, 30)))
}

export const tokenOf = (id: string): string => keptMatches().find((kept) => kept.id === id)?.token ?? ''
