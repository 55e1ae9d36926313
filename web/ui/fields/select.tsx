import { Check, ChevronDown } from 'lucide-react'
import { useId, useRef } from 'react'
import {
  Button,
  DialogTrigger,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  type Selection,
} from 'react-aria-components'

import { classNames, LABEL_STYLE, OPTION_STYLE, PICKER_BUTTON_STYLE } from '#web/ui/class-names.ts'
import { ListPopover, useListOpen } from '#web/ui/list-popover.tsx'

export interface SelectOption<Value extends string> {
  value: Value
  label: string
  /** Faint text at the end of the row. */
  hint?: string
}

export interface SelectGroup<Value extends string> extends SelectOption<Value> {
  members: readonly SelectOption<Value>[]
}

/** Letters typed within this time form one name. */
const TYPED_TOGETHER_MS = 1000

/** A closed select renders no options: React Aria's own Select prepares every row, half of the time to create a graph card. */
export function Select<Value extends string>(props: {
  label: string
  placeholder?: string
  value: Value | null
  onChange: (value: Value) => void
  options: readonly (SelectOption<Value> | SelectGroup<Value>)[]
  className?: string
}) {
  const { label, placeholder = '', value, onChange, options } = props
  const list = useListOpen()
  const id = useId()
  const [labelId, valueId] = [`${id}label`, `${id}value`]
  const all = options.flatMap((option) => ('members' in option ? [option, ...option.members] : [option]))
  const shown = all.find((option) => option.value === value)
  const typeLetter = useTyping((text) => {
    const named = findNamed(all, value, text)
    if (named && named.value !== value) onChange(named.value)
  })
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', props.className)}>
      <label id={labelId} htmlFor={id} className={LABEL_STYLE}>
        {label}
      </label>
      <DialogTrigger {...list}>
        <Button
          id={id}
          className={PICKER_BUTTON_STYLE}
          aria-haspopup="listbox"
          aria-labelledby={`${valueId} ${labelId}`}
          onKeyDown={(event) => {
            const { key } = event
            if (key === 'ArrowDown' || key === 'ArrowUp') return list.onOpenChange(true)
            if (key.length > 1 || key === ' ' || event.ctrlKey || event.metaKey || event.altKey)
              return event.continuePropagation()
            typeLetter(key)
          }}
        >
          <span id={valueId} className={classNames('min-w-0 truncate', !shown && 'text-ink-muted')}>
            {shown?.label ?? placeholder}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
        </Button>
        <ListPopover
          aria-label={label}
          className="flex min-w-(--trigger-width) flex-col overflow-hidden"
          placement="bottom start"
        >
          <OptionList
            {...{ label, value, options }}
            onChoose={(keys) => {
              const chosen = all.find((option) => keys !== 'all' && keys.has(option.value))
              if (chosen) onChange(chosen.value)
              list.onOpenChange(false)
            }}
          />
        </ListPopover>
      </DialogTrigger>
    </div>
  )
}

function OptionList<Value extends string>(props: {
  label: string
  value: Value | null
  options: readonly (SelectOption<Value> | SelectGroup<Value>)[]
  onChoose: (keys: Selection) => void
}) {
  return (
    <ListBox
      aria-label={props.label}
      className="min-h-0 overflow-auto overscroll-contain p-1 outline-none"
      autoFocus
      shouldFocusOnHover
      escapeKeyBehavior="none"
      selectionMode="single"
      selectedKeys={props.value === null ? [] : [props.value]}
      onSelectionChange={props.onChoose}
    >
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
  )
}

function useTyping(onText: (text: string) => void): (letter: string) => void {
  const typed = useRef({ text: '', atMs: 0 })
  return (letter) => {
    const { text, atMs } = typed.current
    const nowMs = Date.now()
    typed.current = { text: (nowMs - atMs < TYPED_TOGETHER_MS ? text : '') + letter, atMs: nowMs }
    onText(typed.current.text)
  }
}

/** Searches from the selected option on. A single letter skips it, so that pressing it again moves on. */
function findNamed<Value extends string>(
  options: readonly SelectOption<Value>[],
  value: Value | null,
  text: string,
): SelectOption<Value> | undefined {
  const chosen = options.findIndex((option) => option.value === value)
  const from = text.length === 1 ? chosen + 1 : Math.max(chosen, 0)
  return [...options.slice(from), ...options.slice(0, from)].find(({ label }) =>
    label.toLowerCase().startsWith(text.toLowerCase()),
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
          {/* An icon in every row took a sixth of the time to open the list. */}
          {isSelected ? (
            <Check aria-hidden className="size-4 shrink-0 text-accent" />
          ) : (
            <span className="size-4 shrink-0" />
          )}
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
