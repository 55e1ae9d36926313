import type { Band, ChartData, Curve } from '#web/chart/data/chart-data.ts'

export const curveOf = (name: string, values: Curve['values'], change: Partial<Curve> = {}): Curve => ({
  name,
  style: 'solid',
  colourIndex: 0,
  values,
  ...change,
})

export const bandOf = (low: Band['low'], high: Band['high'], change: Partial<Band> = {}): Band => ({
  name: 'P10–P90',
  limits: ['P10', 'P90'],
  colourIndex: 0,
  low,
  high,
  ...change,
})

/** Of the first curve, or a forecast of it by the second, with the first one a week before. */
export const comparisonOf = (measuredName: string, forecast: string): ChartData['comparison'] & object => ({
  period: 'previous week',
  pairs: [{ names: [measuredName, forecast], measuredName, earlierName: `${measuredName} · previous week` }],
  earlierTimeS: (timeS) => timeS - 7 * 86_400,
})
