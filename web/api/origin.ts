import type { Status } from '#contract/status.ts'

/** What is known about the origin of the values; a foreign backend says nothing. */
export type Origin = Pick<Status, 'source' | 'isDemo' | 'credit'> | null | undefined

/** The source as a word: `Demo data`, `ENTSO-E`; null if it is not known. */
export function sourceName(origin: Origin): string | null {
  return origin?.isDemo === true ? 'Demo data' : (origin?.source ?? null)
}

/** The line under a picture that says where its values come from; null if that is not known. */
export function sourceLine(origin: Origin): string | null {
  if (origin?.isDemo === true) return 'Demo data: these values are invented.'
  if (!origin?.source) return null
  return [`Source: ${origin.source}`, ...(origin.credit === null ? [] : [origin.credit])].join(' · ')
}
