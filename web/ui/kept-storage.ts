export type KeptStorage = ReturnType<typeof createKeptStorage>

/** Keeps texts in memory if the storage is missing, blocked or full. `open` throws if it is blocked. */
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
    /** After a failed write, values last only as long as the page. */
    isLasting: () => isLasting,
  }
}
