import { useId } from 'react'

import { classNames } from '#web/ui/class-names.ts'
import { LABEL_STYLE } from '#web/ui/control-style.ts'

const OPTION_STYLE =
  'relative flex min-h-8 grow cursor-pointer items-center justify-center rounded-[0.3125rem] border border-transparent px-2 text-sm whitespace-nowrap text-ink-muted outline-offset-2 outline-accent hover:text-ink has-checked:border-line-strong/60 has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-panel has-disabled:cursor-default has-disabled:text-ink-muted has-disabled:opacity-60 has-focus-visible:outline-2 forced-colors:has-checked:forced-color-adjust-none forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText]'

/** A few exclusive choices side by side. */
export function RadioGroup<Value extends string>(props: {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string }[]
  /** Why nothing can be chosen; it stands beside the label. */
  disabledReason?: string | null
  className?: string
}) {
  const { label, value, onChange, options, disabledReason: reason = null } = props
  const id = useId()
  const labelId = `${id}label`
  const reasonId = `${id}reason`
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelId}
      aria-describedby={reason === null ? undefined : reasonId}
      className={classNames('flex min-w-0 flex-col gap-1.5', props.className)}
    >
      <div className="flex items-baseline justify-between gap-x-2">
        <span id={labelId} className={LABEL_STYLE}>
          {label}
        </span>
        {reason !== null && (
          <span id={reasonId} className="text-xs whitespace-nowrap text-ink-muted">
            {reason}
          </span>
        )}
      </div>
      <div className="flex flex-wrap gap-0.5 rounded-control bg-sunken p-0.5">
        {options.map((option) => (
          <label key={option.value} className={OPTION_STYLE}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={reason !== null}
              className="sr-only"
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </div>
  )
}
