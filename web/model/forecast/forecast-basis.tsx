import { Info } from 'lucide-react'
import { Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components'

import type { ForecastAnswer } from '#contract/forecast.ts'
import { useIsOwnBackend } from '#web/api/settings.ts'
import { dayZone } from '#web/model/view/delivery-day.ts'
import { Button } from '#web/ui/button.tsx'
import { POPOVER_STYLE } from '#web/ui/control-style.ts'
import { LateNotice } from '#web/ui/notice.tsx'
import { shortDay } from '#web/zone/market-day.ts'

import { runLines, warningWords } from './run-words.ts'
import type { ModelState } from './use-forecast.ts'

/** What a reader must not miss about a forecast, and behind a button how it was made. */
export function ForecastBasis(props: {
  state: ModelState
  answer: ForecastAnswer | undefined
  /** The run before the auction was requested, and there is none. */
  isAuctionRunMissing: boolean
}) {
  const { day, tomorrow, runs } = props.state
  const isOwn = useIsOwnBackend()
  // Of a delivery day that has begun no forecast will come any more.
  const warning = warningWords(props.answer, day < tomorrow, props.isAuctionRunMissing)
  const lines = runs.data?.day === day ? runLines(runs.data.runs, day) : []
  return (
    <>
      <DialogTrigger>
        <Button variant="quiet" size="icon" aria-label="How was this made?" className="-my-1.5 print:hidden">
          <Info aria-hidden />
        </Button>
        <Popover className={`${POPOVER_STYLE} max-w-[min(34rem,100vw-2rem)] overflow-auto`} offset={4}>
          <Dialog className="flex flex-col gap-2 p-4 text-sm text-ink-muted outline-none">
            <Heading slot="title" className="text-base font-semibold text-ink">
              How was this made?
            </Heading>
            <p>
              {isOwn ? 'Residual load (load − solar − wind)' : 'Values'} of {shortDay(day)} in {dayZone(day)}.
              {isOwn &&
                ' The final forecast is a mean of the model forecast and the TSO’s, weighted by their errors of the last weeks. Wind and solar that a TSO has not published yet, as before the auction, are estimated from the weather forecast or else from history.'}
            </p>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
            <p>A value that is not published is missing (–), never 0.</p>
          </Dialog>
        </Popover>
      </DialogTrigger>
      {warning !== null && (
        <LateNotice key={warning} tone="caution" canDismiss>
          {warning}
        </LateNotice>
      )}
    </>
  )
}
