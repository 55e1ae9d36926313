import { useQuery } from '@tanstack/react-query'

import { areaLabel } from '#contract/areas.ts'
import { COUNTRIES } from '#contract/countries.ts'
import { isGap } from '#contract/data-days.ts'
import { QUANTITY_OF } from '#contract/query.ts'
import { MAX_ERROR_DAYS } from '#contract/row-tables.ts'
import { dayErrorsQuery } from '#web/api/forecasts.ts'
import { ChartTable } from '#web/chart/chart-table.tsx'
import { compareErrors } from '#web/chart/data/forecast-errors.ts'
import { shownZoom } from '#web/chart/data/time-window.ts'
import { ErrorFigures } from '#web/chart/error-figures.tsx'
import { drawChartImage } from '#web/chart/export/chart-image.ts'
import { errorBarsPart } from '#web/chart/export/error-bars-image.ts'
import { errorSentences } from '#web/chart/legend/error-legend.ts'
import { LineChart } from '#web/chart/line-chart.tsx'
import { useAsOf } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { areasOf, type GraphFilters } from '#web/dashboard/graphs/graph-card.ts'
import { daysOf } from '#web/dashboard/graphs/query-body.ts'
import { WorstDays } from '#web/market/worst-days.tsx'

import { type CardForm, chartView, type GraphChartProps, Placeholder, UNIT } from './chart-frame.tsx'

/** How far off the forecasts of a card were, over time and in figures. */
function ErrorChart({ id, data, marks, label, filters, view }: GraphChartProps) {
  if (data.curves.every(({ values }) => values.every((value) => value === null)))
    return areasOf(filters).length > 1 ? (
      <Placeholder
        state="empty"
        title="Forecast errors need a single area"
        text="Remove the other areas in the filters, or go back to the curves."
      />
    ) : (
      <Placeholder
        state="empty"
        title="No errors in this range"
        text={`An error needs a forecast and an actual value at the same time. ${marks.every(isGap) ? '' : 'The days named below are left out. '}Choose days in the past, or go back to the curves.`}
      />
    )
  if (view.isTable) return <ChartTable data={data} label={label} unit={UNIT} />
  return <LineChart data={data} label={label} {...chartView(id, view)} Figures={ErrorFigures} />
}

/** The days of a card on which the final forecast of its area was worst; nothing where no run covers them. */
export function CardWorstDays({ filters }: { filters: GraphFilters }) {
  const { area, energyType } = filters
  const days = daysOf(filters, MAX_ERROR_DAYS)
  const as_of = useAsOf()
  const { data = null } = useQuery(
    dayErrorsQuery(days && { area, ...days, as_of: as_of ?? filters.lookedAt }),
  )
  if (data === null || data.length === 0) return null
  const country = COUNTRIES.find((known) => known.area === area)?.code
  return (
    <div className="mt-4">
      <WorstDays
        rows={data}
        by={QUANTITY_OF[energyType]}
        subject={areaLabel(area)}
        country={country ?? null}
        as_of={as_of}
      />
    </div>
  )
}

/** In the picture each curve has its figures beside its name, and the bars stand below. */
export const errorForm: CardForm = {
  Chart: ErrorChart,
  image(data, { view }, frame) {
    const { hiddenCurves: hidden, zoom, hasMeans } = view
    const errors = compareErrors(data, hidden, shownZoom(data.timesS, zoom))
    const names = errorSentences(errors, frame.unit)
    const named = data.curves
      .map((curve, index) => ({ ...curve, name: names[index] ?? curve.name }))
      .filter((_, index) => !hidden.includes(data.curves[index]?.name ?? ''))
    const rows = errors.rows.filter(({ curve }) => !hidden.includes(curve.name))
    return drawChartImage({
      ...frame,
      data: {
        timesS: data.timesS,
        curves: named,
        ...(data.remarks !== undefined && { remarks: data.remarks }),
      },
      hidden: [],
      zoom,
      hasMeans,
      ...(errors.commonCount > 0 && { foot: errorBarsPart({ ...errors, rows }, frame.unit) }),
    })
  },
}
