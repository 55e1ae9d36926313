import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

import { ApiError, MESSAGES } from '#web/api/api-error.ts'
import { isSessionLasting, useSession } from '#web/api/session.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useCountdown } from '#web/ui/use-clock.ts'
import { afterPaint } from '#web/ui/use-is-painted.ts'

import { OrganisationLink } from './organisation.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

/** Loaded after the page is shown: zod is a quarter of this page's script. */
const loadSignIn = () => import('#web/api/sign-in.ts')

/** Kept small, as the first page. `onSubmit`: the next page can load during the attempt. */
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

/** Reads the form, because a password manager may fill fields without an event. */
function readFields(form: HTMLFormElement) {
  const field = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? ''
  return { username: field('username'), password: field('password') }
}

function useSignIn(onSubmit: () => void) {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const [retryAtMs, setRetryAtMs] = useState<number | null>(null)
  async function attempt(credentials: ReturnType<typeof readFields>) {
    setPending(true)
    setError(null)
    try {
      const { signIn } = await loadSignIn()
      onSubmit()
      await signIn(credentials)
    } catch (failure) {
      const known = failure instanceof ApiError ? failure : new ApiError(MESSAGES.signInFailed)
      setError(known)
      setRetryAtMs(known.retryAfterS === null ? null : Date.now() + known.retryAfterS * 1000)
      setPending(false)
    }
  }
  return { isPending, error, waitS: useCountdown(retryAtMs), attempt }
}

/** `noValidate` shows our own messages for `required` fields. */
function SignInForm({ onSubmit }: { onSubmit: () => void }) {
  const [filled, setFilled] = useState({ username: '', password: '' })
  const { message } = useSession()
  const { isPending, error, waitS, attempt } = useSignIn(onSubmit)
  const isMissing = (text: string) => error?.message === MESSAGES.emptyCredentials && text === ''
  const usernameRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  // Before the first key, which would wait until it is evaluated.
  useEffect(() => afterPaint(() => void loadSignIn()), [])
  const focusField = useEffectEvent(() =>
    (filled.username === '' ? usernameRef : passwordRef).current?.focus(),
  )
  // Fields lose the focus because they are disabled during an attempt.
  useEffect(() => {
    if (error !== null) focusField()
  }, [error])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const credentials = readFields(event.currentTarget)
    setFilled(credentials)
    void attempt(credentials)
  }

  return (
    <form
      noValidate
      // If a password manager submits the form, the address must not contain the password.
      method="post"
      className="flex flex-col gap-4"
      onInput={(event) => {
        void loadSignIn()
        setFilled(readFields(event.currentTarget))
      }}
      onSubmit={submit}
    >
      <TextField
        ref={usernameRef}
        label="Username"
        // The only thing to do on this page.
        autoFocus
        name="username"
        placeholder="yourusername"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        disabled={isPending}
        isInvalid={isMissing(filled.username)}
      />
      <TextField
        ref={passwordRef}
        label="Password"
        name="password"
        type="password"
        placeholder="••••••••"
        autoComplete="current-password"
        required
        disabled={isPending}
        isInvalid={isMissing(filled.password)}
      />
      <button type="submit" disabled={isPending} className={buttonStyle('primary', 'large')}>
        {isPending ? 'Signing In...' : 'Sign In'}
      </button>
      {/* Reserved for a message, so that the form does not move. */}
      <div className="min-h-[3.875rem]">
        {message !== null && !isPending && error === null && <Notice tone="caution">{message}</Notice>}
        {error !== null && (
          <Notice tone="danger">
            <p>{error.message}</p>
            {waitS > 0 && <p className="tabular">Try again in {waitS} s.</p>}
          </Notice>
        )}
      </div>
    </form>
  )
}
