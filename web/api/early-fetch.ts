import { withBasePath } from '#web/ui/base-path.ts'

import type { Fetch } from './request.ts'

/** An answer is handed on only to a page that is just being opened. */
const VALID_MS = 10_000

const early = new Map<string, { answer: Promise<Response>; sentAtMs: number }>()

const keyOf = (path: string, init: RequestInit) => (typeof init.body === 'string' ? path + init.body : path)

/** Sends a call before the application is there, and keeps its answer for it. */
export const fetchEarly: Fetch = (path, init) => {
  const answer = fetch(withBasePath(path), init).then(readTwice)
  early.set(keyOf(path, init), { answer, sentAtMs: Date.now() })
  return answer
}

/** Sends a call, unless the same has been sent early: then that answer is taken, once. */
export const fetchOrTake: Fetch = (path, init) => {
  const key = keyOf(path, init)
  const kept = early.get(key)
  early.delete(key)
  const isFresh = kept !== undefined && Date.now() - kept.sentAtMs < VALID_MS
  return isFresh ? kept.answer : fetch(withBasePath(path), init)
}

/** Both readers get the same value, and the text is read once. */
function readTwice(response: Response): Response {
  let body: Promise<unknown> | null = null
  const read = response.json.bind(response)
  response.json = () => (body ??= read())
  return response
}
