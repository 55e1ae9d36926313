import { fromDate, maxDate, minDate, parseDate, toCalendarDate } from '@internationalized/date'
import { useQuery } from '@tanstack/react-query'
import {
  CalendarDays,
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  type LucideIcon,
} from 'lucide-react'
import { useId, useState } from 'react'
import {
  Button as AriaButton,
  DialogTrigger,
  Popover,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  type DateValue,
  Heading,
  RangeCalendar,
} from 'react-aria-components'

import { status } from '#web/api/status.ts'
import type { DateRange } from '#web/dashboard/graphs/graph-card.ts'
import { describeRelative, FIRST_PRESETS } from '#web/dashboard/graphs/relative-range.ts'
import { Button, PRESSED_STYLE, IconButton } from '#web/ui/button.tsx'
import { classNames, LABEL_STYLE, PICKER_BUTTON_STYLE, POPOVER_STYLE } from '#web/ui/class-names.ts'
import { zoneName } from '#web/zone/display-zone.ts'
import { dayOf, wallClock } from '#web/zone/wall-clock.ts'

import {
  clampRange,
  createPresets,
  createResetRange,
  isChosen,
  isDefaultRange,
  createDayRange,
  type DayLimits,
} from './date-range.ts'

const month = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const ordinal = new Intl.PluralRules('en-US', { type: 'ordinal' })
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

function longDate(instant: string): string {
  const date = wallClock(Date.parse(instant))
  const day = date.getUTCDate()
  return `${month.format(date)} ${day}${ENDINGS[ordinal.select(day)]}, ${date.getUTCFullYear()}`
}

export function DateRangePicker(props: DateRange & { onChange: (range: DateRange) => void }) {
  const { dateFrom, dateTo, relative, onChange } = props
  const [isOpen, setOpen] = useState(false)
  const labelId = useId()
  const valueId = useId()
  const hasRange = dateFrom !== '' && dateTo !== ''
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={labelId} className={LABEL_STYLE}>
        Date range
      </span>
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <AriaButton className={PICKER_BUTTON_STYLE} aria-labelledby={`${labelId} ${valueId}`}>
          <span id={valueId} className="flex min-w-0 flex-wrap gap-x-1">
            {hasRange ? (
              <>
                <span>{longDate(dateFrom)} –</span>
                <span>{longDate(dateTo)}</span>
              </>
            ) : (
              'Pick a date range'
            )}
          </span>
          <CalendarDays aria-hidden className="size-4 shrink-0 text-ink-muted" />
        </AriaButton>
        <Popover
          aria-label="Date range"
          // A low window has no room above or below the button.
          className={classNames(
            POPOVER_STYLE,
            'max-w-[calc(100vw-1.5rem)] min-h-[365px] [@media(height<44rem)]:fixed! [@media(height<44rem)]:top-0! [@media(height<44rem)]:bottom-auto! [@media(height<44rem)]:max-h-dvh!',
          )}
          offset={4}
          placement="bottom start"
        >
          {/* The popover can be higher than the window, so its content scrolls. */}
          <div className="max-h-[inherit] overflow-auto p-4">
            <RangeChoice
              range={hasRange ? { dateFrom, dateTo, relative } : null}
              onChange={onChange}
              onClose={() => setOpen(false)}
            />
          </div>
        </Popover>
      </DialogTrigger>
      {relative !== null && (
        <p className="text-sm text-ink-muted">{describeRelative(relative, dateFrom)}, updated every day</p>
      )}
    </div>
  )
}

function RangeChoice(props: {
  range: DateRange | null
  onChange: (range: DateRange) => void
  onClose: () => void
}) {
  const { range, onChange, onClose } = props
  const [openedAtMs] = useState(() => Date.now())
  const span = useQuery(status).data?.span ?? null
  const limits = span && { first: dayOf(span.from), last: dayOf(Date.parse(span.to) - 1) }
  const presets = createPresets(openedAtMs).map(({ label, range: preset }) => ({
    label,
    offered: clampRange(preset, limits),
  }))
  const [hasAll, setHasAll] = useState(() =>
    presets.slice(FIRST_PRESETS).some(({ offered }) => isChosen(offered, range)),
  )
  const choose = (chosen: DateRange) => {
    onChange(chosen)
    onClose()
  }
  return (
    <div className="flex flex-col gap-4 sm:flex-row">
      <RangeMonth range={range} limits={limits} onChange={onChange} />
      <div className="grid grid-cols-2 content-start gap-1.5 sm:w-36 sm:grid-cols-1">
        {range !== null && !isDefaultRange(range, openedAtMs) && (
          <Button
            variant="secondary"
            className="col-span-full mb-1.5"
            onPress={() => choose(createResetRange(Date.now()))}
          >
            Reset
          </Button>
        )}
        {presets.slice(0, hasAll ? undefined : FIRST_PRESETS).map(({ label, offered }) => (
          <Button
            key={label}
            size="small"
            aria-pressed={isChosen(offered, range)}
            className={classNames(
              PRESSED_STYLE,
              'h-auto! min-h-7 shrink! whitespace-normal! aria-pressed:border-accent',
            )}
            isDisabled={offered === null}
            onPress={() => offered && choose(offered)}
          >
            {label}
          </Button>
        ))}
        <Button variant="quiet" size="small" aria-expanded={hasAll} onPress={() => setHasAll(!hasAll)}>
          {hasAll ? 'Fewer' : 'More'}
        </Button>
      </div>
    </div>
  )
}

const CELL_STYLE =
  'tabular flex size-9 cursor-pointer items-center justify-center rounded-control text-base data-[disabled]:cursor-default data-[disabled]:text-ink-muted/50 data-[focus-visible]:-outline-offset-2 data-[hovered]:bg-sunken data-[outside-month]:hidden data-[selected]:rounded-none data-[selected]:bg-accent-soft data-[selection-end]:rounded-r-control data-[selection-end]:bg-accent data-[selection-end]:text-on-accent data-[selection-start]:rounded-l-control data-[selection-start]:bg-accent data-[selection-start]:text-on-accent data-[today]:font-semibold forced-colors:data-[selected]:bg-[Highlight] forced-colors:data-[selected]:text-[HighlightText] forced-colors:forced-color-adjust-none forced-colors:text-[CanvasText] forced-colors:data-[disabled]:text-[GrayText] data-[today]:underline data-[today]:underline-offset-4'

/** One click selects no range; the second does. */
function RangeMonth(props: {
  range: DateRange | null
  limits: DayLimits | null
  onChange: (range: DateRange) => void
}) {
  const { range, limits, onChange } = props
  const first = limits && parseDate(limits.first)
  const last = limits && parseDate(limits.last)
  const [focused, setFocused] = useState(() => parseDate(dayOf(range?.dateFrom ?? Date.now())))
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
      // Without the zone the calendar would use the browser's, also for today.
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
