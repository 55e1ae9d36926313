/** Text values by key, kept as long as the browser allows. */
export interface KeptStorage {
  read(key: string): string | null
  write(key: string, value: string): void
  remove(key: string): void
  /** False after a failed write: from then on values last only as long as the page. */
  isLasting(): boolean
}

/**
 * Storage over `localStorage`, which may be missing, blocked or full: what cannot be written is kept in memory.
 * `keyOf` gives the key in the storage. `open` is called for every access, because reading `window.localStorage` itself throws if storage is blocked.
 */
export function createKeptStorage(open: () => Storage, keyOf = (name: string) => name): KeptStorage {
  const memory = new Map<string, string>()
  let isLasting = true
  return {
    read(key) {
      const held = memory.get(key)
      if (held !== undefined) return held
      try {
        return open().getItem(keyOf(key))
      } catch {
        return null
      }
    },
    write(key, value) {
      try {
        open().setItem(keyOf(key), value)
        memory.delete(key)
      } catch {
        isLasting = false
        memory.set(key, value)
      }
    },
    remove(key) {
      memory.delete(key)
      try {
        open().removeItem(keyOf(key))
      } catch {
        isLasting = false
      }
    },
    isLasting: () => isLasting,
  }
}
