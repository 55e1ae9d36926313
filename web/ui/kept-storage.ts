export type KeptStorage = ReturnType<typeof createKeptStorage>

/** Text by key. Texts that a missing, blocked or full storage does not take are kept in memory. `open` is called each time: it throws if it is blocked. */
export function createKeptStorage(open: () => Storage, keyOf = (name: string) => name) {
  const memory = new Map<string, string>()
  let isLasting = true
  return {
    read(key: string): string | null {
      const held = memory.get(key)
      if (held !== undefined) return held
      try {
        return open().getItem(keyOf(key))
      } catch {
        return null
      }
    },
    write(key: string, value: string) {
      try {
        open().setItem(keyOf(key), value)
        memory.delete(key)
      } catch {
        isLasting = false
        memory.set(key, value)
      }
    },
    remove(key: string) {
      memory.delete(key)
      try {
        open().removeItem(keyOf(key))
      } catch {
        isLasting = false
      }
    },
    /** False after a failed write: from then on values last only as long as the page. */
    isLasting: () => isLasting,
  }
}
