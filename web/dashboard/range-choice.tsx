import { CalendarDate, getLocalTimeZone } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  RangeCalendar,
} from 'react-aria-components'

import { Button } from '#web/ui/button.tsx'

const CELL_STYLE =
  'tabular flex size-9 cursor-pointer items-center justify-center rounded-control text-base data-[disabled]:cursor-default data-[disabled]:text-ink-muted/50 data-[focus-visible]:-outline-offset-2 data-[hovered]:bg-sunken data-[outside-month]:hidden data-[selected]:rounded-none data-[selected]:bg-accent-soft data-[selection-end]:rounded-r-control data-[selection-end]:bg-accent data-[selection-end]:text-on-accent data-[selection-start]:rounded-l-control data-[selection-start]:bg-accent data-[selection-start]:text-on-accent data-[today]:font-semibold data-[today]:underline data-[today]:underline-offset-4'

/** A calendar of one month on which two clicks choose a range; one click alone chooses nothing. */
export function RangeChoice(props: {
  first: Date | null
  last: Date | null
  /** The first and last day that can be chosen, `null` for any. */
  limits: { first: Date; last: Date } | null
  canReset: boolean
  onChoose: (first: Date, last: Date) => void
  onReset: () => void
}) {
  const { first, last, limits } = props
  return (
    <div className="flex flex-col gap-3">
      <RangeCalendar
        aria-label="Date range"
        firstDayOfWeek="mon"
        commitBehavior="reset"
        autoFocus
        value={first && last ? { start: toCalendarDate(first), end: toCalendarDate(last) } : null}
        {...(first && { defaultFocusedValue: toCalendarDate(first) })}
        {...(limits && {
          minValue: toCalendarDate(limits.first),
          maxValue: toCalendarDate(limits.last),
        })}
        onChange={({ start, end }) =>
          props.onChoose(start.toDate(getLocalTimeZone()), end.toDate(getLocalTimeZone()))
        }
      >
        <div className="flex items-center justify-between pb-2">
          <Button slot="previous" variant="quiet" size="icon">
            <ChevronLeft aria-hidden />
          </Button>
          <Heading className="text-base font-semibold" />
          <Button slot="next" variant="quiet" size="icon">
            <ChevronRight aria-hidden />
          </Button>
        </div>
        <CalendarGrid weekdayStyle="short">
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
      {props.canReset && (
        <Button variant="secondary" onPress={props.onReset}>
          Reset
        </Button>
      )}
    </div>
  )
}

function toCalendarDate(date: Date): CalendarDate {
  return new CalendarDate(date.getFullYear(), date.getMonth() + 1, date.getDate())
}
