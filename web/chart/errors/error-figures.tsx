import { useMemo } from 'react'

import { compareErrors } from '#web/chart/data/forecast-errors.ts'
import { stampWord } from '#web/chart/legend/common-note.ts'
import { ChartLegend } from '#web/chart/legend/legend.tsx'
import type { ChartFiguresProps } from '#web/chart/line-chart.tsx'

import { ErrorBars } from './error-bars.tsx'
import { errorLegend, errorSentences } from './error-legend.ts'

/** How far off the forecasts were in the time shown: in figures, and by hour of the day. */
export function ErrorFigures({ data, unit, zoom, ...legend }: ChartFiguresProps) {
  const errors = useMemo(() => compareErrors(data, legend.hidden, zoom), [data, legend.hidden, zoom])
  const shown = errors.rows.filter(({ curve }) => !legend.hidden.includes(curve.name))
  return (
    <>
      <ul className="sr-only">
        {errorSentences(errors, unit).map((sentence) => (
          <li key={sentence}>{sentence}.</li>
        ))}
      </ul>
      <ChartLegend
        {...legend}
        {...errorLegend(errors, stampWord(data.timesS))}
        band={data.band}
        unit={unit}
      />
      {errors.commonCount > 0 && <ErrorBars rows={shown} cycle={errors.cycle} unit={unit} />}
    </>
  )
}
