import { ApiError, askToken } from './api'
import { keepMatch, keptMatch } from './tokens'

/** The seat that was given though the answer was lost: the server knows whose it is by the key of this browser. */
export async function regain(id: string): Promise<boolean> {
  const found = await askToken(id).catch(() => null)
  if (found) keepMatch(id, found.token, { sits: false })
  return Boolean(found)
}

/** Asks for a seat. What has no answer, by a connection that was lost or a page that was left, is noted: see `regain`. */
export async function asking<Answer>(id: string, ask: () => Promise<Answer>): Promise<Answer> {
  const before = Boolean(keptMatch(id)?.sits)
  const note = (sits: boolean) => keepMatch(id, keptMatch(id)?.token ?? '', { sits })
  note(true)
  try {
    const answer = await ask()
    note(false)
    return answer
  } catch (error) {
    if (error instanceof ApiError) note(before)
    throw error
  }
}
