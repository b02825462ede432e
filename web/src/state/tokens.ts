/** The matches this browser may play in, and with which token. */
export interface Kept {
  id: string
  token: string
  created: string
  /** the invitation one came by, with which an open seat is taken */
  invitation?: string
  /** the invitation one sends to others */
  sent?: string
  /** those who will play it are still gathering */
  gathers?: boolean
  /** a seat was asked for, and no answer has come */
  sits?: boolean
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

export function keepMatch(id: string, token: string, more: Pick<Kept, 'invitation' | 'sent' | 'gathers' | 'sits'> = {}) {
  const known = keptMatches()
  const before = known.find((kept) => kept.id === id)
  const others = known.filter((kept) => kept.id !== id)
  localStorage.setItem(KEY, JSON.stringify([{ ...before, id, token, created: new Date().toISOString(), ...more }, ...others].slice(0, 30)))
}

export const forgetMatch = (id: string) => localStorage.setItem(KEY, JSON.stringify(keptMatches().filter((kept) => kept.id !== id)))
export const keptMatch = (id: string): Kept | undefined => keptMatches().find((kept) => kept.id === id)

export const tokenOf = (id: string): string => keptMatches().find((kept) => kept.id === id)?.token ?? ''
