import { session } from '#web/api/browser-session.ts'

/** Clears the stored session; the guard of the routes then leads to the sign-in page. */
export function signOut(): void {
  session.end(null)
}
