import { createKeptStorage } from '#web/ui/kept-storage.ts'

/** Local storage key of two moments, epoch milliseconds: the end of the visit before this one, and when the user was last here. */
const KEY = 'lastVisit'
/** Who comes back sooner is on the same visit. */
const SAME_VISIT_MS = 30 * 60_000

const storage = createKeptStorage(() => localStorage)

/** Notes that the user is here, and returns when the visit before this one was; null on the first. */
export function noteVisit(nowMs: number): number | null {
  const [before = Number.NaN, last = Number.NaN] = storage.read(KEY)?.split(' ').map(Number) ?? []
  const previous = nowMs - last > SAME_VISIT_MS ? last : before
  storage.write(KEY, `${previous} ${nowMs}`)
  return Number.isFinite(previous) ? previous : null
}

/** The next user of this browser was never here. */
export function forgetVisits(): void {
  storage.remove(KEY)
}
