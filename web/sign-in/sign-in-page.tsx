import { isSessionLasting } from '#web/api/browser-session.ts'
import { Notice } from '#web/ui/notice.tsx'

import { OrganisationLink } from './organisation-link.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

/**
 * The first page, kept small because nothing works until it has loaded.
 * @param onSubmit called when an attempt starts, so that the next page can load meanwhile
 */
export function SignInPage({ onSubmit }: { onSubmit: () => void }) {
  return (
    <SignInFrame>
      <h1 className="text-xl font-semibold tracking-tight">Welcome Back</h1>
      <p className="mb-6 text-ink-muted">Sign in to continue</p>
      {!isSessionLasting() && (
        <Notice tone="info" className="mb-4">
          This browser blocks storage, so you will be signed out when you close this page.
        </Notice>
      )}
      <SignInForm onSubmit={onSubmit} />
      <OrganisationLink />
    </SignInFrame>
  )
}
