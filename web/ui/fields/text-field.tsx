import { type ComponentProps, useId } from 'react'

import { classNames, LABEL_STYLE } from '#web/ui/class-names.ts'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  isInvalid?: boolean
}

/** Characters beyond the limit. The `maxLength` attribute would cut the text silently. */
export function excessLength(text: TextFieldProps['value'], maxLength = Infinity): number {
  return typeof text === 'string' ? Math.max(0, text.trim().length - maxLength) : 0
}

/** A plain element, because it is part of the first page to load. */
export function TextField({ label, isInvalid = false, maxLength, className, ...props }: TextFieldProps) {
  const id = useId()
  const excess = excessLength(props.value, maxLength)
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className={LABEL_STYLE}>
        {label}
      </label>
      {excess > 0 && (
        <p role="alert" className="text-sm text-danger">
          At most {maxLength} characters: {excess} too many.
        </p>
      )}
      <input
        {...props}
        id={id}
        aria-invalid={isInvalid || excess > 0 || undefined}
        className="h-9 w-full rounded-control border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-ink-muted disabled:opacity-60 aria-invalid:border-danger"
      />
    </div>
  )
}
