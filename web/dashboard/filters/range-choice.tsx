import { useMemo } from 'react'

import { PRESSED_STYLE } from '#web/ui/button-style.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

import {
  clampRange,
  createPresets,
  createResetRange,
  type DateRange,
  type DayLimits,
  isChosen,
  isDefaultRange,
} from './date-range.ts'
import { RangeMonth } from './range-month.tsx'

/** A calendar of one month, then ready-made ranges and Reset to the default. */
export function RangeChoice(props: {
  range: DateRange | null
  /** The first and last day that can be chosen, `null` for any. */
  limits: DayLimits | null
  openedAtMs: number
  onChange: (range: DateRange) => void
  onClose: () => void
}) {
  const { range, limits, openedAtMs, onChange, onClose } = props
  const presets = useMemo(() => createPresets(openedAtMs), [openedAtMs])
  const choose = (chosen: DateRange) => {
    onChange(chosen)
    onClose()
  }
  return (
    <div className="flex flex-col gap-4 sm:flex-row">
      <RangeMonth range={range} limits={limits} onChange={onChange} />
      <div className="grid grid-cols-2 content-start gap-1.5 sm:w-36 sm:grid-cols-1">
        {presets.map((preset) => {
          const offered = clampRange(preset.range, limits)
          return (
            <Button
              key={preset.label}
              size="small"
              aria-pressed={isChosen(offered, range)}
              className={classNames(
                PRESSED_STYLE,
                'h-auto! min-h-7 shrink! whitespace-normal! aria-pressed:border-accent',
              )}
              isDisabled={offered === null}
              onPress={() => offered && choose(offered)}
            >
              {preset.label}
            </Button>
          )
        })}
        {range !== null && !isDefaultRange(range, openedAtMs) && (
          <Button
            variant="secondary"
            className="col-span-full mt-1.5"
            onPress={() => choose(createResetRange(Date.now()))}
          >
            Reset
          </Button>
        )}
      </div>
    </div>
  )
}
