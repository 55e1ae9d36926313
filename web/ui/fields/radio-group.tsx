import { useId } from 'react'
import { Label, Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components'

import { classNames } from '#web/ui/class-names.ts'

import { LABEL_STYLE } from './field-style.ts'

export interface RadioGroupProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string }[]
  /** Why nothing can be chosen; it stands beside the label. */
  disabledReason?: string | null
  className?: string
}

const GROUP_STYLE = 'flex min-w-0 flex-col gap-1.5'
const OPTIONS_STYLE = 'flex flex-wrap gap-0.5 rounded-control bg-sunken p-0.5'
const OPTION_STYLE =
  'relative flex min-h-8 grow cursor-pointer items-center justify-center rounded-[0.3125rem] border border-transparent px-2 text-sm whitespace-nowrap text-ink-muted data-[disabled]:cursor-default data-[disabled]:opacity-60 data-[hovered]:text-ink data-[selected]:border-line-strong/60 data-[selected]:bg-raised data-[selected]:font-medium data-[selected]:text-ink data-[selected]:shadow-panel forced-colors:data-[selected]:bg-[Highlight]'

/** A few exclusive choices side by side. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const reason = props.disabledReason ?? null
  const reasonId = useId()
  return (
    <AriaRadioGroup
      className={classNames(GROUP_STYLE, props.className)}
      orientation="horizontal"
      value={props.value}
      isDisabled={reason !== null}
      {...(reason !== null && { 'aria-describedby': reasonId })}
      onChange={(value) => {
        const chosen = props.options.find((option) => option.value === value)
        if (chosen) props.onChange(chosen.value)
      }}
    >
      <div className="flex items-baseline justify-between gap-x-2">
        <Label className={LABEL_STYLE}>{props.label}</Label>
        {reason !== null && (
          <span id={reasonId} className="text-xs whitespace-nowrap text-ink-muted">
            {reason}
          </span>
        )}
      </div>
      <div className={OPTIONS_STYLE}>
        {props.options.map((option) => (
          <Radio key={option.value} value={option.value} className={OPTION_STYLE}>
            {option.label}
          </Radio>
        ))}
      </div>
    </AriaRadioGroup>
  )
}
