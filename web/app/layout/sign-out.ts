import { session } from '#web/api/browser-session.ts'
import { forgetVisits } from '#web/home/last-visit.ts'
import { forgetChoices } from '#web/ui/kept-choices.ts'

/** Clears the stored session and choices; the protected routes then redirect to the sign-in page. */
export function signOut(): void {
  forgetChoices()
  forgetVisits()
  session.end(null)
}
