import { Info, TriangleAlert } from 'lucide-react'

import type { RunsAnswer } from '#contract/accuracy.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { classNames } from '#web/ui/class-names.ts'

import { basisWords } from './run-words.ts'

/** What the forecast is based on. Its line is reserved from the start, so that nothing moves when the text appears. */
export function ForecastBasis(props: {
  answer: ForecastAnswer | undefined
  runs: RunsAnswer | null
  isPast: boolean
  auctionRun: 'shown' | 'missing' | null
}) {
  const basis = basisWords(props.answer, props.runs?.runs ?? null, props)
  const Icon = basis?.isComplete === false ? TriangleAlert : Info
  return (
    <output
      className={classNames(
        'flex min-h-5 items-start gap-1.5 text-sm',
        basis?.isComplete === false ? 'text-caution' : 'text-ink-muted',
      )}
    >
      {basis !== null && (
        <>
          <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {basis.text}
        </>
      )}
    </output>
  )
}
