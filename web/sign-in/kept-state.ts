import { createKeptStorage } from '#web/ui/kept-storage.ts'

const KEY = 'signInState'
const storage = createKeptStorage(() => sessionStorage)

/** Keeps the state of the page's address, which remembers the page that was requested, while its user is away. */
export function keepState(state: unknown): void {
  storage.write(KEY, JSON.stringify(state ?? null))
}

/** The kept state, once. */
export function takeState(): unknown {
  const state: unknown = JSON.parse(storage.read(KEY) ?? 'null')
  storage.remove(KEY)
  return state
}
