const RELOADED_AT_KEY = 'reloadedForMissingChunkAt'
/** If a chunk is still missing after a reload, another reload will not help. */
const RELOAD_PAUSE_MS = 30_000

/** Whether to reload: only if the last reload for a missing chunk is long enough ago, and storage can remember this one. */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, nowMs: number): boolean {
  try {
    const reloadedAtMs = Number(storage.getItem(RELOADED_AT_KEY) ?? 0)
    if (nowMs - reloadedAtMs < RELOAD_PAUSE_MS) return false
    storage.setItem(RELOADED_AT_KEY, String(nowMs))
    return true
  } catch {
    return false
  }
}

/** After a new release, chunks that an open page has not loaded yet may be gone: a reload gets the new ones. */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    let storage: Storage
    try {
      storage = sessionStorage
    } catch {
      return
    }
    if (!mayReload(storage, Date.now())) return
    event.preventDefault()
    location.reload()
  })
}
