import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'

import { Button } from '#web/ui/button.tsx'
import { dayAfter, shortDay } from '#web/zone/market-day.ts'

/** Steps through the delivery days that have stored runs, or chooses one from a calendar. */
export function DayControl(props: {
  day: string
  /** First and last day to choose; null where no further day is known. */
  firstDay: string | null
  lastDay: string | null
  onChange: (day: string) => void
}) {
  const { day, firstDay, lastDay } = props
  const pickerRef = useRef<HTMLInputElement>(null)
  return (
    <fieldset
      aria-label="Delivery day"
      className="flex h-9 items-center rounded-control border border-line-strong/60 bg-surface print:hidden"
    >
      <Button
        variant="quiet"
        size="icon"
        aria-label="Previous delivery day"
        isDisabled={firstDay === null || day <= firstDay}
        onPress={() => props.onChange(dayAfter(day, -1))}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <div className="relative flex h-full w-24 grow items-center justify-center">
        <Button
          variant="quiet"
          size="small"
          aria-label={`Choose a delivery day, ${shortDay(day)}`}
          isDisabled={firstDay === null}
          className="tabular text-base font-normal text-ink"
          onPress={() => pickerRef.current?.showPicker()}
        >
          {shortDay(day)}
        </Button>
        {/* The browser's own calendar, which opens at its place. */}
        <input
          ref={pickerRef}
          type="date"
          aria-hidden
          tabIndex={-1}
          className="pointer-events-none absolute inset-0 size-full opacity-0"
          value={day}
          min={firstDay ?? undefined}
          max={lastDay ?? undefined}
          onChange={({ target: { value, validity } }) => {
            if (value !== '' && validity.valid) props.onChange(value)
          }}
        />
        <span className="sr-only" aria-live="polite">
          {shortDay(day)}
        </span>
      </div>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Next delivery day"
        isDisabled={lastDay === null || day >= lastDay}
        onPress={() => props.onChange(dayAfter(day, 1))}
      >
        <ChevronRight aria-hidden />
      </Button>
    </fieldset>
  )
}
