import { isGap } from '#contract/data-days.ts'
import { ChartTable } from '#web/chart/chart-table.tsx'
import { compareErrors } from '#web/chart/data/forecast-errors.ts'
import { shownZoom } from '#web/chart/data/time-window.ts'
import { ErrorFigures } from '#web/chart/error-figures.tsx'
import { drawChartImage } from '#web/chart/export/chart-image.ts'
import { errorBarsPart } from '#web/chart/export/error-bars-image.ts'
import { errorSentences } from '#web/chart/legend/error-legend.ts'
import { LineChart } from '#web/chart/line-chart.tsx'
import { areasOf } from '#web/dashboard/graphs/graph-card.ts'

import { type CardForm, cardUnit, chartView, type GraphChartProps, Placeholder } from './chart-frame.tsx'

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
  if (view.isTable) return <ChartTable data={data} label={label} unit={cardUnit()} />
  return (
    <LineChart
      data={data}
      label={label}
      {...chartView(id, view)}
      Figures={ErrorFigures}
      figuresSpace="min-h-83 @lg:min-h-71"
    />
  )
}

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
