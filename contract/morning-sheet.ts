import { countryName } from './countries.ts'
import { type DaySheetAnswer, type Hourly, RAMP_HOURS } from './forecast.ts'
import { formatDifferenceMw, formatMw } from './power-text.ts'

const QUANTITIES = ['load', 'solar', 'wind', 'residual'] as const
type SheetQuantity = (typeof QUANTITIES)[number]

const QUANTITY_WORDS: Readonly<Record<SheetQuantity, string>> = {
  load: 'Load',
  solar: 'Solar',
  wind: 'Wind',
  residual: 'Residual load',
}

/** The market's peak hours, as clocks in Brussels show them. */
const PEAK = { from: '08:00', before: '20:00' }

type Values = readonly (number | null)[]

/** A value of a day and the clock of its hour; of a ramp of its last hour. */
interface Moment {
  valueMw: number
  clock: string
}

export interface DayFigures {
  /** Mean of the hours that have a value, MW. */
  baseMw: number | null
  /** The same of the peak hours. */
  peakMw: number | null
  highest: Moment | null
  lowest: Moment | null
  /** The steepest change, up or down, over three hours that pass. */
  ramp: Moment | null
  knownHours: number
}

/** What a day's values come to; `clocks` names their hours. */
export function dayFigures(values: Values, clocks: readonly string[]): DayFigures {
  const moments = values.flatMap((valueMw, index) =>
    valueMw === null ? [] : [{ valueMw, clock: clocks[index] ?? '' }],
  )
  const ramps = values.flatMap((valueMw, index) => {
    const from = values[index - RAMP_HOURS] ?? null
    return valueMw === null || from === null ? [] : [{ valueMw: valueMw - from, clock: clocks[index] ?? '' }]
  })
  const inPeak = moments.filter(({ clock }) => clock >= PEAK.from && clock < PEAK.before)
  return {
    baseMw: mean(moments),
    peakMw: mean(inPeak),
    highest: first(moments, (valueMw) => valueMw),
    lowest: first(moments, (valueMw) => -valueMw),
    ramp: first(ramps, Math.abs),
    knownHours: moments.length,
  }
}

function mean(moments: readonly Moment[]): number | null {
  return moments.length === 0 ? null : moments.reduce((sum, { valueMw }) => sum + valueMw, 0) / moments.length
}

/** The first of those that rank highest. */
function first(moments: readonly Moment[], rank: (valueMw: number) => number): Moment | null {
  return moments.reduce<Moment | null>(
    (best, moment) => (best === null || rank(moment.valueMw) > rank(best.valueMw) ? moment : best),
    null,
  )
}

export interface SheetRow {
  /** Two letters; `all` for all countries together. */
  code: string
  place: string
  quantity: string
  /** `22 of 24 hours`; null where all hours have a value, or none. */
  coverage: string | null
  figures: DayFigures
  /** Differences of base and peak, MW; null where a day is not whole. */
  toToday: { baseMw: number | null; peakMw: number | null }
  toTso: { baseMw: number | null; peakMw: number | null }
}

/** Four rows for all countries together and for each country. */
export function sheetRows({ clocks, clocksBefore, countries }: DaySheetAnswer): SheetRow[] {
  const hourlyOf = (codes: readonly string[], of: 'final' | 'before' | 'tso', quantity: SheetQuantity) =>
    sumOf(
      codes.map((code) => valuesOf(countries[code]?.[of], quantity)),
      of === 'before' ? clocksBefore.length : clocks.length,
    )
  const rowsOf = (code: string, place: string, codes: readonly string[]) =>
    QUANTITIES.map((quantity): SheetRow => {
      const figures = dayFigures(hourlyOf(codes, 'final', quantity), clocks)
      const before = dayFigures(hourlyOf(codes, 'before', quantity), clocksBefore)
      const tso = dayFigures(hourlyOf(codes, 'tso', quantity), clocks)
      const isWhole = figures.knownHours === clocks.length
      return {
        code,
        place,
        quantity: QUANTITY_WORDS[quantity],
        coverage:
          isWhole || figures.knownHours === 0 ? null : `${figures.knownHours} of ${clocks.length} hours`,
        figures,
        toToday: differences(figures, before, isWhole && before.knownHours === clocksBefore.length),
        toTso: differences(figures, tso, isWhole && tso.knownHours === clocks.length),
      }
    })
  const byName = Object.keys(countries).toSorted((a, b) => countryName(a).localeCompare(countryName(b), 'en'))
  const known = byName.filter((code) =>
    valuesOf(countries[code]?.final, 'residual').some((value) => value !== null),
  )
  const missing = byName.filter((code) => !known.includes(code))
  const without = missing.length === 0 ? '' : ` (without ${missing.map(countryName).join(', ')})`
  return [
    ...rowsOf('all', `All together${without}`, known),
    ...byName.flatMap((code) => rowsOf(code, countryName(code), [code])),
  ]
}

function valuesOf(hourly: Hourly | undefined, quantity: SheetQuantity): Values {
  if (hourly === undefined) return []
  if (quantity !== 'residual') return hourly[quantity]
  return hourly.load.map((load, index) => {
    const [solar, wind] = [hourly.solar[index] ?? null, hourly.wind[index] ?? null]
    return load === null || solar === null || wind === null ? null : load - solar - wind
  })
}

/** An hour that one of them lacks is missing: a sum without it would be another one. */
function sumOf(members: readonly Values[], hours: number): Values {
  return Array.from({ length: hours }, (_, index) =>
    members.reduce<number | null>(
      (sum, values) => {
        const value = values[index] ?? null
        return sum === null || value === null ? null : sum + value
      },
      members.length === 0 ? null : 0,
    ),
  )
}

function differences(figures: DayFigures, other: DayFigures, areWhole: boolean): SheetRow['toToday'] {
  const of = (a: number | null, b: number | null) => (!areWhole || a === null || b === null ? null : a - b)
  return { baseMw: of(figures.baseMw, other.baseMw), peakMw: of(figures.peakMw, other.peakMw) }
}

interface Column {
  head: string
  of: (row: SheetRow) => number | Moment | null
  format: (valueMw: number | null) => string
}

const COLUMNS: readonly Column[] = [
  { head: 'Base', of: ({ figures }) => figures.baseMw, format: formatMw },
  { head: 'Base to today', of: ({ toToday }) => toToday.baseMw, format: formatDifferenceMw },
  { head: 'Base to TSO', of: ({ toTso }) => toTso.baseMw, format: formatDifferenceMw },
  { head: 'Peak 8–20', of: ({ figures }) => figures.peakMw, format: formatMw },
  { head: 'Peak to today', of: ({ toToday }) => toToday.peakMw, format: formatDifferenceMw },
  { head: 'Peak to TSO', of: ({ toTso }) => toTso.peakMw, format: formatDifferenceMw },
  { head: 'Highest', of: ({ figures }) => figures.highest, format: formatMw },
  { head: 'Lowest', of: ({ figures }) => figures.lowest, format: formatMw },
  { head: 'Steepest 3 h, to', of: ({ figures }) => figures.ramp, format: formatDifferenceMw },
]
export const SHEET_HEADS: readonly string[] = COLUMNS.map(({ head }) => head)

/** The figures of a row as they are read, in the order of the heads: `64,990 18:00` for a value with its hour. */
export function sheetCells(row: SheetRow): string[] {
  return COLUMNS.map(({ of, format }) => {
    const figure = of(row)
    return figure === null || typeof figure === 'number'
      ? format(figure)
      : `${format(figure.valueMw)} ${figure.clock}`
  })
}

/** Head and rows of a file: an hour has a column of its own. */
export function sheetLines(rows: readonly SheetRow[], unit: string): (string | number | null)[][] {
  const isMoment = (index: number) => index >= SHEET_HEADS.indexOf('Highest')
  const heads = SHEET_HEADS.flatMap((head, index) => [
    `${head} (${unit})`,
    ...(isMoment(index) ? [`hour of ${head}`] : []),
  ])
  const lines = rows.map((row) => [
    row.place,
    row.quantity,
    row.figures.knownHours,
    ...COLUMNS.flatMap(({ of }, index) => {
      const figure = of(row)
      const isNumber = figure === null || typeof figure === 'number'
      return [
        isNumber ? figure : figure.valueMw,
        ...(isMoment(index) ? [isNumber ? null : figure.clock] : []),
      ]
    }),
  ])
  return [['country', 'quantity', 'hours', ...heads], ...lines]
}

/** What a row is of: `Austria, Load (22 of 24 hours)`. */
export function sheetRowName({ place, quantity, coverage }: SheetRow): string {
  return `${place}, ${quantity}${coverage === null ? '' : ` (${coverage})`}`
}

const longDate = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'full' })

/** What its figures are of. */
export const SHEET_SUBJECT = 'market day of Brussels, final value, MW'

/** `Sunday, November 22, 2026, market day of Brussels, final value, MW` */
export function sheetTitle(day: string): string {
  return `${longDate.format(new Date(day))}, ${SHEET_SUBJECT}`
}

/** Lines whose cells tabs separate, for a message or a spreadsheet. */
export function sheetText(day: string, rows: readonly SheetRow[]): string {
  return [
    sheetTitle(day),
    ['', ...SHEET_HEADS].join('\t'),
    ...rows.map((row) => [sheetRowName(row), ...sheetCells(row)].join('\t')),
  ].join('\n')
}
