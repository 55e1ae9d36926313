import { session } from '#web/api/browser-session.ts'

/** Clears the stored session; the protected routes then redirect to the sign-in page. */
export function signOut(): void {
  session.end(null)
}
