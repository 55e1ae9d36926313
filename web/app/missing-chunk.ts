const RELOADED_AT_KEY = 'reloadedForMissingChunkAt'
/** A page that still lacks its parts after a reload is not helped by another one. */
const RELOAD_PAUSE_MS = 30_000

/** Whether a reload may help: the last one for this reason is long enough ago, as far as the browser remembers. */
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

/** After a new release the parts that an open page loads later may be gone: one reload brings the new ones. */
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
