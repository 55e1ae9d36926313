import { Check, ChevronDown } from 'lucide-react'
import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  Select as AriaSelect,
  SelectValue,
} from 'react-aria-components'

import { classNames } from '#web/ui/class-names.ts'
import { OPTION_STYLE, POPOVER_STYLE } from '#web/ui/popover-style.ts'

import { LABEL_STYLE, PICKER_BUTTON_STYLE } from './field-style.ts'

export interface SelectOption<Value extends string> {
  value: Value
  label: string
  /** Faint text at the end of the row: a code, a hint. */
  hint?: string
}

/** A header that can itself be chosen, and the options below it. */
export interface SelectGroup<Value extends string> extends SelectOption<Value> {
  members: readonly SelectOption<Value>[]
}

export interface SelectProps<Value extends string> {
  label: string
  placeholder: string
  value: Value | null
  onChange: (value: Value) => void
  options: readonly (SelectOption<Value> | SelectGroup<Value>)[]
  className?: string
}

/** A list of options to choose one from, flat or in groups whose headers can be chosen too. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const all = props.options.flatMap((option) =>
    'members' in option ? [option, ...option.members] : [option],
  )
  return (
    <AriaSelect
      className={classNames('flex min-w-0 flex-col gap-1.5', props.className)}
      placeholder={props.placeholder}
      value={props.value}
      onChange={(key) => {
        const chosen = all.find((option) => option.value === key)
        if (chosen) props.onChange(chosen.value)
      }}
    >
      <Label className={LABEL_STYLE}>{props.label}</Label>
      <Button className={PICKER_BUTTON_STYLE}>
        <SelectValue className="min-w-0 truncate data-[placeholder]:text-ink-muted">
          {({ selectedText, isPlaceholder, defaultChildren }) =>
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
      </Button>
      <Popover className={classNames(POPOVER_STYLE, 'min-w-(--trigger-width) overflow-auto')} offset={4}>
        <ListBox className="max-h-[inherit] overflow-auto p-1 outline-none">
          {props.options.map((option) =>
            'members' in option ? (
              <ListBoxSection
                key={option.value}
                aria-label={option.label}
                className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-1"
              >
                <Option option={option} rank="header" />
                {option.members.map((member) => (
                  <Option key={member.value} option={member} rank="member" />
                ))}
              </ListBoxSection>
            ) : (
              <Option key={option.value} option={option} rank="only" />
            ),
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}

function Option<Value extends string>(props: {
  option: SelectOption<Value>
  rank: 'header' | 'member' | 'only'
}) {
  const { value, label, hint } = props.option
  return (
    <ListBoxItem id={value} textValue={label} className={OPTION_STYLE}>
      {({ isSelected }) => (
        <>
          <Check
            aria-hidden
            className={classNames('size-4 shrink-0 text-accent', !isSelected && 'invisible')}
          />
          <span
            className={classNames(
              'grow',
              props.rank === 'header' && 'font-semibold',
              props.rank === 'member' && 'pl-2',
            )}
          >
            {label}
          </span>
          {hint !== undefined && <span className="pl-4 text-xs text-ink-muted">{hint}</span>}
        </>
      )}
    </ListBoxItem>
  )
}
