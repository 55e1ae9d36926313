import { countryName } from '#contract/countries.ts'
import { ALL_COUNTRIES, type DaySheetAnswer, type Moment, type SheetRow } from '#contract/day-sheet.ts'
import { RAMP_NAME } from '#contract/forecast.ts'
import { NO_USUAL, QUANTITY_WORDS, USUAL_WINDOW_DAYS } from '#contract/row-tables.ts'

import { hourSpans, longDay } from './days.ts'
import { formatDifferenceMw, formatMw, formatRange } from './power.ts'

/** `All together (without Greece)`. */
export function sheetPlace({ code, without }: SheetRow): string {
  if (code !== ALL_COUNTRIES) return countryName(code)
  return `All together${without.length === 0 ? '' : ` (without ${without.map(countryName).join(', ')})`}`
}

export const sheetQuantity = ({ quantity }: SheetRow): string => QUANTITY_WORDS[quantity]

/** Empty without a band. */
export function reachZeroWords(countries: readonly Pick<SheetRow, 'code' | 'mayReachZero'>[]): string {
  const places = countries.flatMap(({ code, mayReachZero: hours }) =>
    hours?.length ? [`${countryName(code)} ${hourSpans(hours)}`] : [],
  )
  if (places.length > 0) return `May reach zero (P10 ≤ 0): ${places.join('; ')}.`
  const isKnown = countries.some(({ mayReachZero }) => mayReachZero !== null)
  return isKnown ? 'P10 stays above zero in every country and hour.' : ''
}

/** `22 of 24 hours`; null if all hours have a value, or none has. */
export function sheetCoverage({ knownHours }: SheetRow, hours: number): string | null {
  return knownHours === 0 || knownHours === hours ? null : `${knownHours} of ${hours} hours`
}

export const USUAL_MARKS = {
  '▲': 'above the usual highest hour',
  '▼': 'below the usual highest hour',
} as const
type UsualMark = keyof typeof USUAL_MARKS

export function usualMark({ figures: { highest }, usualHighest: usual }: SheetRow): UsualMark | null {
  if (highest === null || usual === null) return null
  return highest.valueMw > usual.p90_mw ? '▲' : highest.valueMw < usual.p10_mw ? '▼' : null
}

export interface SheetColumn {
  head: string
  /** `clock` is set for figures of one hour. */
  figure: (row: SheetRow) => { text: string; clock: string | null; mark?: UsualMark | null }
  cells: (row: SheetRow, unit: string) => (readonly [head: string, cell: string | number | null])[]
}

const mean = (head: string, of: (row: SheetRow) => number | null, format = formatMw): SheetColumn => ({
  head,
  figure: (row) => ({ text: format(of(row)), clock: null }),
  cells: (row, unit) => [[`${head} (${unit})`, of(row)]],
})
const moment = (head: string, of: (row: SheetRow) => Moment | null, format = formatMw): SheetColumn => ({
  head,
  figure: (row) => ({ text: format(of(row)?.valueMw ?? null), clock: of(row)?.clock ?? null }),
  cells: (row, unit) => [
    [`${head} (${unit})`, of(row)?.valueMw ?? null],
    [`hour of ${head}`, of(row)?.clock ?? null],
  ],
})

const highest = moment('Highest', ({ figures }) => figures.highest)
const HIGHEST: SheetColumn = {
  head: highest.head,
  figure: (row) => ({ ...highest.figure(row), mark: usualMark(row) }),
  cells: (row, unit) => {
    const mark = usualMark(row)
    return [...highest.cells(row, unit), ['Highest against usual', mark && USUAL_MARKS[mark]]]
  },
}

const COLUMNS: readonly SheetColumn[] = [
  mean('Base', ({ figures }) => figures.baseMw),
  mean('Base vs today', ({ toToday }) => toToday.baseMw, formatDifferenceMw),
  mean('Base vs TSO', ({ toTso }) => toTso.baseMw, formatDifferenceMw),
  mean('Peak 8–20', ({ figures }) => figures.peakMw),
  mean('Peak vs today', ({ toToday }) => toToday.peakMw, formatDifferenceMw),
  mean('Peak vs TSO', ({ toTso }) => toTso.peakMw, formatDifferenceMw),
  HIGHEST,
  moment('Lowest', ({ figures }) => figures.lowest),
  moment(`Steepest ${RAMP_NAME}`, ({ figures }) => figures.ramp, formatDifferenceMw),
]
const USUAL: SheetColumn = {
  head: 'Usual highest hour',
  figure: ({ usualHighest: usual }) => ({
    text: usual === null ? formatMw(null) : formatRange(usual.p10_mw, usual.p90_mw),
    clock: null,
  }),
  cells: ({ usualHighest: usual }, unit) => [
    [`Usual highest hour, P10 (${unit})`, usual?.p10_mw ?? null],
    [`Usual highest hour, median (${unit})`, usual?.median_mw ?? null],
    [`Usual highest hour, P90 (${unit})`, usual?.p90_mw ?? null],
    ['days of Usual highest hour', usual?.sample_days ?? null],
  ],
}

export function sheetColumns(rows: readonly SheetRow[]): readonly SheetColumn[] {
  return rows.some(({ usualHighest }) => usualHighest !== null) ? [...COLUMNS, USUAL] : COLUMNS
}

export function sheetUsualNote(rows: readonly SheetRow[]): string {
  const days = Math.max(0, ...rows.map(({ usualHighest }) => usualHighest?.sample_days ?? 0))
  return days === 0
    ? NO_USUAL
    : `Usual highest hour: P10 to P90 of the highest hours of up to ${days} days of earlier years, working days for a working day, weekends and public holidays for another, within ${USUAL_WINDOW_DAYS} days of the date. ▲ ▼ mark a highest hour above or below it.`
}

/** Lines for a file: hours and usual figures have their own columns. */
export function sheetLines(rows: readonly SheetRow[], unit: string): (string | number | null)[][] {
  const lines = rows.map((row) => [
    ['country', sheetPlace(row)] as const,
    ['quantity', sheetQuantity(row)] as const,
    ['hours', row.knownHours] as const,
    ...sheetColumns(rows).flatMap(({ cells }) => cells(row, unit)),
  ])
  const heads = lines[0]?.map(([head]) => head) ?? []
  return [heads, ...lines.map((line) => line.map(([, cell]) => cell))]
}

export const SHEET_SUBJECT = 'market day (Brussels time), final forecast, MW'

/** Tab-separated. */
export function sheetText({ day, hours, rows }: DaySheetAnswer): string {
  const columns = sheetColumns(rows)
  const lines = rows.map((row) => {
    const coverage = sheetCoverage(row, hours)
    const name = `${sheetPlace(row)}, ${sheetQuantity(row)}${coverage === null ? '' : ` (${coverage})`}`
    const figures = columns.map(({ figure }) => figure(row))
    return [name, ...figures.map(({ text, clock, mark }) => [text, clock, mark].filter(Boolean).join(' '))]
  })
  return [
    `${longDay(day)}, ${SHEET_SUBJECT}`,
    ...[reachZeroWords(rows)].filter(Boolean),
    ...[['', ...columns.map(({ head }) => head)], ...lines].map((cells) => cells.join('\t')),
    sheetUsualNote(rows),
  ].join('\n')
}
