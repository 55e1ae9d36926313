import { withBasePath } from '#web/ui/base-path.ts'

/** Answers without a session and without the database. */
const ALIVE_PATH = '/livez'
const RELOADED_AT_KEY = 'reloadedForMissingChunkAt'
/** If a chunk is still missing after a reload, another reload will not help. */
const RELOAD_PAUSE_MS = 30_000
const LOOK_EVERY_MS = 5000

/** True if the page may reload: only if the last reload for a missing chunk is long enough ago, and storage can remember this one. */
export function mayReload(open: () => Pick<Storage, 'getItem' | 'setItem'>, nowMs: number): boolean {
  try {
    const storage = open()
    const reloadedAtMs = Number(storage.getItem(RELOADED_AT_KEY) ?? 0)
    if (nowMs - reloadedAtMs < RELOAD_PAUSE_MS) return false
    storage.setItem(RELOADED_AT_KEY, String(nowMs))
    return true
  } catch {
    // No storage to remember the reload: the page says that it could not be shown.
    return false
  }
}

let prefetching = 0

/** Loads chunks one after the other. A missing one ends it, but does not reload the page: it is not needed yet. */
export async function withoutReload(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  prefetching += 1
  try {
    for (const load of loads) {
      // One at a time leaves the connection to what is needed now.
      await load()
    }
  } catch {
    // The route loads the page again and reports the failure.
  } finally {
    prefetching -= 1
  }
}

/** A new release removes chunks that an open page may still need: a reload gets the new ones. Without a server a reload would only lose the page. */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', () => {
    if (prefetching === 0) void reloadIfServerAnswers()
  })
}

/** Gets a new release. Without a server it does nothing. */
export async function reloadIfServerAnswers(): Promise<void> {
  if (await isServerThere()) reload()
}

/** Loads the page again once a server that was away is back; if it was never away, the page would fail again. Returns what ends this. */
export function reloadWhenServerReturns(): () => void {
  const look = async () => {
    if ((await isServerThere()) && wasAway) reload()
  }
  const lookNow = () => void look()
  lookNow()
  const timer = setInterval(lookNow, LOOK_EVERY_MS)
  addEventListener('online', lookNow)
  return () => {
    clearInterval(timer)
    removeEventListener('online', lookNow)
  }
}

/** True if a server did not answer this page, which may have been before its failure was shown. */
let wasAway = false

async function isServerThere(): Promise<boolean> {
  const isThere = await fetch(withBasePath(ALIVE_PATH), { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  wasAway ||= !isThere
  return isThere
}

function reload(): void {
  if (mayReload(() => sessionStorage, Date.now())) location.reload()
}
