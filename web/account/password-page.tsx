import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { changePassword, keyList } from '#web/api/account.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { useAttempt } from '#web/api/use-attempt.ts'
import { ownUser } from '#web/api/users.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loaded, PanelState } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'

const FAULTS: Readonly<Record<number, string>> = {
  400: 'A password has at most 256 characters.',
  403: 'The current password is wrong.',
  422: 'The new password needs at least 8 characters and must be hard to guess. Several words are a good choice.',
}

function sentenceOf({ status, message, retryAfterS }: ApiError): string {
  if (status === 429) return `Too many tries. Try again in ${retryAfterS ?? 60} s.`
  return FAULTS[status ?? 0] ?? message
}

export function PasswordPage() {
  const own = useQuery(ownUser)
  const keys = useQuery(keyList)
  return (
    <div className="flex max-w-md flex-col gap-4">
      <title>Change password · Energy Metrics</title>
      <h1 className="text-xl font-semibold">Change password</h1>
      <Loaded subject="The form" {...loadingOf(own, keys)} className="h-96">
        {own.data?.hasPassword === false ? (
          <PanelState state="empty" className="h-48">
            You sign in with your organisation, so there is no password here. Change it there.
          </PanelState>
        ) : (
          <PasswordForm keyCount={keys.data?.length ?? 0} />
        )}
      </Loaded>
    </div>
  )
}

function PasswordForm({ keyCount }: { keyCount: number }) {
  const { isBusy, failure, attempt } = useAttempt(keyList, sentenceOf)
  const [outcome, setOutcome] = useState<'different' | 'changed' | null>(null)
  const [removesKeys, setRemovesKeys] = useState(false)
  const problem = outcome === 'different' ? 'The two new passwords are not the same.' : failure

  function change(form: HTMLFormElement) {
    const field = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? ''
    const [current, next, again] = [field('current'), field('next'), field('again')]
    setOutcome(next === again ? null : 'different')
    if (next !== again) return
    attempt(async () => {
      await changePassword(current, next, removesKeys)
      form.reset()
      setOutcome('changed')
    })
  }

  return (
    <Panel className="p-5">
      <form
        method="post"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          change(event.currentTarget)
        }}
      >
        <TextField
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
        />
        <TextField label="New password" name="next" type="password" autoComplete="new-password" required />
        <TextField
          label="New password, once more"
          name="again"
          type="password"
          autoComplete="new-password"
          required
        />
        {keyCount > 0 && (
          <Switch isSelected={removesKeys} onChange={setRemovesKeys}>
            Also remove my {keyCount === 1 ? 'key' : `${keyCount} keys`}, so that programs are signed out too
          </Switch>
        )}
        <Button type="submit" variant="primary" size="large" isDisabled={isBusy}>
          Change password
        </Button>
        {problem !== '' && <Notice tone="danger">{problem}</Notice>}
        {outcome === 'changed' && (
          <Notice tone="info">Your password is changed. Other browsers have to sign in again.</Notice>
        )}
      </form>
    </Panel>
  )
}
