import { ChevronLeft, ChevronRight } from 'lucide-react'

import { Button } from '#web/ui/button.tsx'

import { formatShortDay, shiftDay } from './delivery-day.ts'

/** Steps through the delivery days that have stored runs. */
export function DayControl(props: {
  day: string
  /** First and last day to choose; null where no further day is known. */
  firstDay: string | null
  lastDay: string | null
  onChange: (day: string) => void
}) {
  const { day, firstDay, lastDay } = props
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium text-ink">Delivery day</span>
      <div className="flex h-9 items-center rounded-control border border-line-strong bg-surface">
        <Button
          variant="quiet"
          size="icon"
          aria-label="Previous delivery day"
          isDisabled={firstDay === null || day <= firstDay}
          onPress={() => props.onChange(shiftDay(day, -1))}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <span className="tabular min-w-28 grow text-center" aria-live="polite">
          {formatShortDay(day)}
        </span>
        <Button
          variant="quiet"
          size="icon"
          aria-label="Next delivery day"
          isDisabled={lastDay === null || day >= lastDay}
          onPress={() => props.onChange(shiftDay(day, 1))}
        >
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </div>
  )
}
