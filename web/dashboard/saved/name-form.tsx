import { useState } from 'react'

import { MAX_DASHBOARD_NAME_LENGTH } from '#contract/dashboards.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

/** Asks for the name of a dashboard. */
export function NameForm(props: {
  label: string
  initial: string
  action: string
  isBusy: boolean
  onSubmit: (name: string) => void
  onCancel?: () => void
}) {
  const [name, setName] = useState(props.initial)
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') props.onSubmit(name.trim())
      }}
    >
      <TextField
        className="min-w-0 grow"
        label={props.label}
        value={name}
        maxLength={MAX_DASHBOARD_NAME_LENGTH}
        autoComplete="off"
        required
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="primary" size="large" isDisabled={props.isBusy || name.trim() === ''}>
        {props.action}
      </Button>
      {props.onCancel && (
        <Button size="large" onPress={props.onCancel}>
          Cancel
        </Button>
      )}
    </form>
  )
}
