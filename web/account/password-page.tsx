import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { changePassword, keyList } from '#web/api/account.ts'
import { ApiError, SessionEndedError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
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

/** A form for a new password. */
export function PasswordPage() {
  const [outcome, setOutcome] = useState<{ isDone: boolean; text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [removesKeys, setRemovesKeys] = useState(false)
  const queryClient = useQueryClient()
  const { data: keys } = useQuery(keyList)

  async function change(form: HTMLFormElement) {
    const field = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? ''
    const [current, next, again] = [field('current'), field('next'), field('again')]
    if (next !== again) return setOutcome({ isDone: false, text: 'The two new passwords are not the same.' })
    setBusy(true)
    setOutcome(null)
    try {
      await changePassword(current, next, removesKeys)
      form.reset()
      await queryClient.invalidateQueries({ queryKey: keyList.queryKey })
      setOutcome({ isDone: true, text: 'Your password is changed. Other browsers have to sign in again.' })
    } catch (error) {
      // The sign-in page follows.
      if (error instanceof SessionEndedError) return
      if (!(error instanceof ApiError)) throw error
      setOutcome({ isDone: false, text: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="mx-auto flex max-w-md flex-col gap-6 py-4">
      <title>Change password · Energy Metrics</title>
      <h1 className="text-2xl font-semibold tracking-tight">Change password</h1>
      <Panel className="p-5">
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void change(event.currentTarget)
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
          {keys && keys.length > 0 && (
            <Switch isSelected={removesKeys} onChange={setRemovesKeys}>
              Also remove my {keys.length === 1 ? 'key' : `${keys.length} keys`}, so that programs are signed
              out too
            </Switch>
          )}
          <Button type="submit" variant="primary" size="large" isDisabled={isBusy}>
            Change password
          </Button>
          {outcome !== null && <Notice tone={outcome.isDone ? 'info' : 'danger'}>{outcome.text}</Notice>}
        </form>
      </Panel>
    </div>
  )
}
