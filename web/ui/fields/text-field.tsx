import { type ComponentProps, useId } from 'react'

import { classNames } from '#web/ui/class-names.ts'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  isInvalid?: boolean
}

/** A labelled text input. It uses the platform's own element because it is part of the first page to load. */
export function TextField({ label, isInvalid = false, className, ...props }: TextFieldProps) {
  const id = useId()
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium text-ink">
        {label}
      </label>
      <input
        {...props}
        id={id}
        aria-invalid={isInvalid || undefined}
        className="h-9 w-full rounded-control border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-ink-muted disabled:opacity-60 aria-invalid:border-danger"
      />
    </div>
  )
}
