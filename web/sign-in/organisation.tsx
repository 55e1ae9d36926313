import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { ORGANISATION_META, ORGANISATION_PATH } from '#contract/http-names.ts'
import { ApiError, MESSAGES } from '#web/api/api-error.ts'
import { session } from '#web/api/session.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { createKeptStorage } from '#web/ui/kept-storage.ts'
import { hasPageFact, withBasePath } from '#web/ui/page-facts.ts'
import { Spinner } from '#web/ui/spinner.tsx'

import { SignInFrame } from './sign-in-frame.tsx'

export function hasOrganisation(): boolean {
  return hasPageFact(ORGANISATION_META)
}

/** Keeps the requested page while the user is at the provider. */
const kept = createKeptStorage(() => sessionStorage)
const STATE_KEY = 'signInState'

export function OrganisationLink() {
  const { state } = useLocation()
  if (!hasOrganisation()) return null
  return (
    <div className="mt-3 border-t border-line py-5 sm:pb-6">
      <a
        href={withBasePath(ORGANISATION_PATH)}
        className={`${buttonStyle('secondary', 'large')} w-full`}
        onClick={() => kept.write(STATE_KEY, JSON.stringify(state ?? null))}
      >
        Sign in with your organisation
      </a>
    </div>
  )
}

const AWAY = 'Your organisation’s sign-in does not answer. Please try again.'
/** By the provider's error code or our server's status. */
const FAULTS = new Map<string | number | null, string>([
  ['access_denied', 'The sign-in was cancelled.'],
  ['temporarily_unavailable', AWAY],
  [400, 'This sign-in has expired or was used already. Please try again.'],
  [403, 'Your account may not use this server. Contact your administrator.'],
  [502, AWAY],
])

/** Exchanges the provider's answer for a session. Returns a failure message. */
async function exchange(search: string): Promise<string | null> {
  const { error, code, state, iss } = Object.fromEntries(new URLSearchParams(search))
  if (error !== undefined) return FAULTS.get(error) ?? MESSAGES.signInFailed
  try {
    const { finishSignIn } = await import('#web/api/sign-in.ts')
    await finishSignIn({ code, state, iss })
    return null
  } catch (failure) {
    return FAULTS.get(failure instanceof ApiError ? failure.status : null) ?? MESSAGES.signInFailed
  }
}

export function ReturnPage() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const isFinishing = useRef(false)
  useEffect(() => {
    // The provider's answer can be used only once.
    if (isFinishing.current) return
    isFinishing.current = true
    void exchange(search).then((failure) => {
      if (failure !== null) session.refuse(failure)
      const state: unknown = JSON.parse(kept.read(STATE_KEY) ?? 'null')
      kept.remove(STATE_KEY)
      return navigate(failure === null ? '/home' : '/', { replace: true, state })
    })
  }, [navigate, search])
  return (
    <SignInFrame>
      <h1 className="text-xl font-semibold tracking-tight">Signing in</h1>
      <p className="mt-4 mb-6 flex items-center gap-2 text-ink-muted">
        <Spinner label="Signing in" /> One moment …
      </p>
    </SignInFrame>
  )
}
