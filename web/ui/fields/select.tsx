import { Check, ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Button, DialogTrigger, ListBox, ListBoxItem, ListBoxSection, Popover } from 'react-aria-components'

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

/**
 * A button that shows the chosen option and opens the list of all, flat or in groups whose headers can be chosen too. A closed one
 * knows nothing of its list: the library's own select prepares every row beforehand, which took half of the time to make a graph card.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, placeholder, value, onChange, options } = props
  const [isOpen, setOpen] = useState(false)
  const labelId = useId()
  const valueId = useId()
  const all = options.flatMap((option) => ('members' in option ? [option, ...option.members] : [option]))
  const shown = all.find((option) => option.value === value)
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', props.className)}>
      <span id={labelId} className={LABEL_STYLE}>
        {label}
      </span>
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button
          className={PICKER_BUTTON_STYLE}
          aria-haspopup="listbox"
          aria-labelledby={`${valueId} ${labelId}`}
          onKeyDown={(event) => {
            const isCommand = event.ctrlKey || event.metaKey || event.altKey
            const named = isCommand ? undefined : nextNamed(all, value, event.key)
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpen(true)
            else if (named) onChange(named.value)
            else event.continuePropagation()
          }}
        >
          <span id={valueId} className={classNames('min-w-0 truncate', !shown && 'text-ink-muted')}>
            {shown?.label ?? placeholder}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
        </Button>
        <Popover
          aria-labelledby={labelId}
          className={classNames(POPOVER_STYLE, 'min-w-(--trigger-width) overflow-auto')}
          placement="bottom start"
          offset={4}
        >
          <ListBox
            aria-labelledby={labelId}
            className="max-h-[inherit] overflow-auto p-1 outline-none"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever opens a list wants to choose
            autoFocus
            shouldFocusOnHover
            escapeKeyBehavior="none"
            selectionMode="single"
            selectedKeys={value === null ? [] : [value]}
            onSelectionChange={(keys) => {
              const chosen = all.find((option) => keys !== 'all' && keys.has(option.value))
              if (chosen) onChange(chosen.value)
              setOpen(false)
            }}
          >
            {options.map((option) =>
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
      </DialogTrigger>
    </div>
  )
}

/** The next option that begins with a letter, so that pressing it again leads on. */
function nextNamed<Value extends string>(
  options: readonly SelectOption<Value>[],
  value: Value | null,
  letter: string,
): SelectOption<Value> | undefined {
  const after = options.findIndex((option) => option.value === value) + 1
  return [...options.slice(after), ...options.slice(0, after)].find(({ label }) =>
    label.toLowerCase().startsWith(letter.toLowerCase()),
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
