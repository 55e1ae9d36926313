import { useId } from 'react'

import { classNames, LABEL_STYLE } from '#web/ui/class-names.ts'

const OPTION_STYLE =
  'relative flex min-h-8 grow cursor-pointer items-center justify-center rounded-[0.3125rem] border border-transparent px-2 text-sm whitespace-nowrap text-ink-muted outline-offset-2 max-[24rem]:px-1 max-[24rem]:text-xs outline-accent hover:text-ink has-checked:border-line-strong/60 has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-panel has-focus-visible:outline-2 forced-colors:has-checked:forced-color-adjust-none forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText]'

export function RadioGroup<Value extends string>(props: {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string }[]
  className?: string
}) {
  const { label, value, onChange, options } = props
  const id = useId()
  const labelId = `${id}label`
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelId}
      className={classNames('flex min-w-0 flex-col gap-1.5', props.className)}
    >
      <span id={labelId} className={LABEL_STYLE}>
        {label}
      </span>
      <div className="flex flex-wrap gap-0.5 rounded-control bg-sunken p-0.5">
        {options.map((option) => (
          <label key={option.value} className={OPTION_STYLE}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
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
