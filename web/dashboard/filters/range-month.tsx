import { fromDate, maxDate, minDate, parseDate, toCalendarDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  type DateValue,
  Heading,
  RangeCalendar,
} from 'react-aria-components'

import type { DateRange } from '#web/dashboard/graphs/graph-card.ts'
import { IconButton } from '#web/ui/button.tsx'
import { zoneName } from '#web/zone/display-zone.ts'
import { dayOf } from '#web/zone/wall-clock.ts'

import { createDayRange, type DayLimits } from './date-range.ts'

const CELL_STYLE =
  'tabular flex size-9 cursor-pointer items-center justify-center rounded-control text-base data-[disabled]:cursor-default data-[disabled]:text-ink-muted/50 data-[focus-visible]:-outline-offset-2 data-[hovered]:bg-sunken data-[outside-month]:hidden data-[selected]:rounded-none data-[selected]:bg-accent-soft data-[selection-end]:rounded-r-control data-[selection-end]:bg-accent data-[selection-end]:text-on-accent data-[selection-start]:rounded-l-control data-[selection-start]:bg-accent data-[selection-start]:text-on-accent data-[today]:font-semibold forced-colors:data-[selected]:bg-[Highlight] forced-colors:data-[selected]:text-[HighlightText] forced-colors:forced-color-adjust-none forced-colors:text-[CanvasText] forced-colors:data-[disabled]:text-[GrayText] data-[today]:underline data-[today]:underline-offset-4'

/** A calendar of one month that opens at the start of the range, or today. Two clicks choose a range; a single one chooses nothing. */
export function RangeMonth(props: {
  range: DateRange | null
  limits: DayLimits | null
  onChange: (range: DateRange) => void
}) {
  const { range, limits, onChange } = props
  const first = limits && parseDate(limits.first)
  const last = limits && parseDate(limits.last)
  const [focused, setFocused] = useState(() => parseDate(dayOf(range?.dateFrom ?? Date.now())))
  /** Moves the calendar by a year, or as far as the limits allow. */
  const yearButton = (label: string, icon: LucideIcon, years: number) => {
    const day = maxDate(minDate(focused.add({ years }), last), first) ?? focused
    const isSameMonth = day.year === focused.year && day.month === focused.month
    return (
      <IconButton
        slot={null}
        icon={icon}
        aria-label={label}
        isDisabled={isSameMonth}
        onPress={() => setFocused(day)}
      />
    )
  }
  return (
    <RangeCalendar<DateValue>
      aria-label="Date range"
      firstDayOfWeek="mon"
      commitBehavior="reset"
      autoFocus
      // With their zone: the calendar takes that of the browser otherwise, also for today.
      value={range && { start: zoned(range.dateFrom), end: zoned(range.dateTo) }}
      focusedValue={focused}
      onFocusChange={setFocused}
      {...(first && last && { minValue: first, maxValue: last })}
      onChange={({ start, end }) =>
        onChange(createDayRange(toCalendarDate(start).toString(), toCalendarDate(end).toString()))
      }
    >
      <div className="flex items-center pb-2">
        {yearButton('Previous year', ChevronsLeft, -1)}
        <IconButton icon={ChevronLeft} slot="previous" />
        <Heading className="grow text-center text-base font-semibold" />
        <IconButton icon={ChevronRight} slot="next" />
        {yearButton('Next year', ChevronsRight, 1)}
      </div>
      <CalendarGrid weekdayStyle="short" className="mx-auto">
        <CalendarGridHeader>
          {(day) => (
            <CalendarHeaderCell className="h-8 w-9 text-xs font-medium text-ink-muted">
              {day}
            </CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody className="[&_td]:p-0 [&_td]:py-px">
          {(date) => <CalendarCell date={date} className={CELL_STYLE} />}
        </CalendarGridBody>
      </CalendarGrid>
    </RangeCalendar>
  )
}

const zoned = (instant: string) => fromDate(new Date(instant), zoneName())
