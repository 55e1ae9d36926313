import { memo } from 'react'

import type { ShapeTone } from '#web/map/shape-paint.ts'
import { classNames } from '#web/ui/class-names.ts'

interface CountryItem {
  code: string
  name: string
  tone: ShapeTone
  /** The number beside the name, or a dash. */
  text: string
}

export interface CountryListProps {
  /** What the numbers mean. */
  title: string
  items: readonly CountryItem[]
  selected: string | null
  onSelect: (code: string) => void
}

/** The countries with their values. A press selects a country, as a click on the map does. */
export function CountryList(props: CountryListProps) {
  return (
    <section aria-label="Countries" className="flex min-h-0 flex-col">
      <h2 className="flex items-baseline justify-between px-3 pt-3 pb-1.5 text-sm text-ink-muted">
        <span className="font-medium text-ink">Countries</span>
        <span>{props.title}</span>
      </h2>
      <ul className="grid min-h-0 grow grid-cols-1 content-start gap-px overflow-y-auto p-1.5 pt-0 min-[22rem]:max-lg:grid-cols-2">
        {props.items.map((item) => (
          <CountryRow
            key={item.code}
            {...item}
            isSelected={item.code === props.selected}
            onSelect={props.onSelect}
          />
        ))}
      </ul>
    </section>
  )
}

const MARKS: Readonly<Record<ShapeTone, string>> = {
  positive: 'bg-positive',
  negative: 'bg-negative',
  missing: 'bg-missing',
  land: 'bg-missing',
}

const CountryRow = memo(function CountryRow(
  props: CountryItem & { isSelected: boolean; onSelect: (code: string) => void },
) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={props.isSelected}
        onClick={() => props.onSelect(props.code)}
        className={classNames(
          'flex min-h-8 w-full lg:min-h-8.5 cursor-pointer items-center gap-2 rounded-control px-2 text-left text-base',
          props.isSelected
            ? 'bg-accent-soft font-medium text-accent-strong forced-colors:outline-2'
            : 'text-ink hover:bg-sunken',
        )}
      >
        <span
          aria-hidden
          className={classNames('size-2.5 shrink-0 rounded-full forced-color-adjust-none', MARKS[props.tone])}
        />
        <span className="min-w-0 grow leading-tight">{props.name}</span>
        <span className="tabular shrink-0 text-sm">{props.text}</span>
      </button>
    </li>
  )
})
