import { type ReactNode, useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { excessLength, TextField, type TextFieldProps } from './text-field.tsx'

export function NameForm({
  initial = '',
  action,
  isBusy,
  onSubmit,
  onCancel,
  children,
  ...field
}: Pick<TextFieldProps, 'label' | 'placeholder' | 'maxLength' | 'autoCapitalize' | 'spellCheck'> & {
  initial?: string
  action: string
  isBusy: boolean
  onSubmit: (name: string, clear: () => void) => void
  onCancel?: () => void
  children?: ReactNode
}) {
  const [name, setName] = useState(initial)
  const isName = name.trim() !== '' && excessLength(name, field.maxLength) === 0
  return (
    <form
      className={classNames('flex items-end gap-2', children !== undefined && 'flex-wrap')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isName) onSubmit(name.trim(), () => setName(''))
      }}
    >
      <TextField
        {...field}
        className={classNames('grow sm:max-w-80', children === undefined ? 'min-w-0' : 'min-w-48')}
        value={name}
        autoComplete="off"
        required
        onChange={(event) => setName(event.target.value)}
      />
      {children}
      <Button type="submit" variant="primary" size="large" isDisabled={isBusy || !isName}>
        {action}
      </Button>
      {onCancel && (
        <Button size="large" onPress={onCancel}>
          Cancel
        </Button>
      )}
    </form>
  )
}
