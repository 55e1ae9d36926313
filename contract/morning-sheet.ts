import { z } from 'zod'

import { countryName } from './countries.ts'
import { formatDifferenceMw, formatMw } from './power-text.ts'
import { MIN_USUAL_YEARS, USUAL_WINDOW_DAYS, UsualFiguresSchema } from './usual.ts'
import { deliveryDay } from './wall-time.ts'

/** What each country has a row of, in this order. */
export const SHEET_QUANTITIES = ['load', 'solar', 'wind', 'residual'] as const
const QUANTITY_WORDS: Readonly<Record<(typeof SHEET_QUANTITIES)[number], string>> = {
  load: 'Load',
  solar: 'Solar',
  wind: 'Wind',
  residual: 'Residual load',
}

/** The row of all countries together. */
export const ALL_COUNTRIES = 'all'

const megawatts = z.number().nullable()
/** A value of a day and the clock of its hour, `HH:00`; of a ramp of its last hour. */
const MomentSchema = z.object({ valueMw: z.number(), clock: z.string() })
type Moment = z.infer<typeof MomentSchema>
/** Differences of base and peak, MW; null where a day is not whole. */
const DifferencesSchema = z.object({ baseMw: megawatts, peakMw: megawatts })

const SheetRowSchema = z.object({
  /** Two letters; `all` for all countries together. */
  code: z.string(),
  quantity: z.enum(SHEET_QUANTITIES),
  /** The countries that a sum leaves out, because nothing is known of them. */
  without: z.array(z.string()),
  /** How many of the day's hours have a value. */
  knownHours: z.int(),
  figures: z.object({
    /** Mean of the hours that have a value, MW. */
    baseMw: megawatts,
    /** The same of the peak hours. */
    peakMw: megawatts,
    highest: MomentSchema.nullable(),
    lowest: MomentSchema.nullable(),
    /** The steepest change, up or down, over three hours that pass. */
    ramp: MomentSchema.nullable(),
  }),
  toToday: DifferencesSchema,
  toTso: DifferencesSchema,
  /** Of the highest hour on days of the same kind around the date in earlier years; null where too few are stored. */
  usualHighest: UsualFiguresSchema.nullable(),
})
export type SheetRow = z.infer<typeof SheetRowSchema>

/** A market day in figures: four rows for all countries together, then four for each country by its name. */
export const DaySheetAnswerSchema = z.object({
  day: deliveryDay,
  /** 23 or 25 where the clocks change. */
  hours: z.int(),
  rows: z.array(SheetRowSchema),
})
export type DaySheetAnswer = z.infer<typeof DaySheetAnswerSchema>

/** Whose figures a row has: `All together (without Greece)`. */
export function sheetPlace({ code, without }: SheetRow): string {
  if (code !== ALL_COUNTRIES) return countryName(code)
  return `All together${without.length === 0 ? '' : ` (without ${without.map(countryName).join(', ')})`}`
}

export const sheetQuantity = ({ quantity }: SheetRow): string => QUANTITY_WORDS[quantity]

/** `22 of 24 hours`; null where all hours have a value, or none. */
export function sheetCoverage({ knownHours }: SheetRow, hours: number): string | null {
  return knownHours === 0 || knownHours === hours ? null : `${knownHours} of ${hours} hours`
}

interface Column {
  head: string
  of: (row: SheetRow) => number | Moment | null
  format: (valueMw: number | null) => string
}

const COLUMNS: readonly Column[] = [
  { head: 'Base', of: ({ figures }) => figures.baseMw, format: formatMw },
  { head: 'Base vs today', of: ({ toToday }) => toToday.baseMw, format: formatDifferenceMw },
  { head: 'Base vs TSO', of: ({ toTso }) => toTso.baseMw, format: formatDifferenceMw },
  { head: 'Peak 8–20', of: ({ figures }) => figures.peakMw, format: formatMw },
  { head: 'Peak vs today', of: ({ toToday }) => toToday.peakMw, format: formatDifferenceMw },
  { head: 'Peak vs TSO', of: ({ toTso }) => toTso.peakMw, format: formatDifferenceMw },
  { head: 'Highest', of: ({ figures }) => figures.highest, format: formatMw },
  { head: 'Lowest', of: ({ figures }) => figures.lowest, format: formatMw },
  { head: 'Steepest 3 h ramp', of: ({ figures }) => figures.ramp, format: formatDifferenceMw },
]
const USUAL_HEAD = 'Usual highest'

/** What the sheet shows of each row. What is usual is a column only where it is known. */
export function sheetHeads(rows: readonly SheetRow[]): string[] {
  const heads = COLUMNS.map(({ head }) => head)
  return rows.some(({ usualHighest }) => usualHighest !== null) ? [...heads, USUAL_HEAD] : heads
}

/** What the column of the usual highest hours says, or why there is none. */
export function sheetUsualNote(rows: readonly SheetRow[]): string {
  const days = Math.max(0, ...rows.map(({ usualHighest }) => usualHighest?.sample_days ?? 0))
  return days === 0
    ? `There is no usual range: it needs actual values of this season in at least ${MIN_USUAL_YEARS} earlier years.`
    : `${USUAL_HEAD}: P10 to P90 of the highest hours of up to ${days} days of earlier years, working days or weekends as this day, within ${USUAL_WINDOW_DAYS} days of the date.`
}

/** The figures of a row as they are read, in the order of the heads, some with their hour. */
export function sheetFigures(row: SheetRow): { text: string; clock: string | null }[] {
  const figures = COLUMNS.map(({ of, format }) => {
    const figure = of(row)
    return figure === null || typeof figure === 'number'
      ? { text: format(figure), clock: null }
      : { text: format(figure.valueMw), clock: figure.clock }
  })
  const { usualHighest: usual } = row
  const range = usual === null ? formatMw(null) : `${formatMw(usual.p10_mw)}\u00A0– ${formatMw(usual.p90_mw)}`
  return [...figures, { text: range, clock: null }]
}

/** The same in one text: `64,990 18:00`. */
export function sheetCells(row: SheetRow): string[] {
  return sheetFigures(row).map(({ text, clock }) => (clock === null ? text : `${text} ${clock}`))
}

/** Head and rows of a file: an hour has a column of its own, and so has each figure of what is usual. */
export function sheetLines(rows: readonly SheetRow[], unit: string): (string | number | null)[][] {
  const firstMoment = COLUMNS.findIndex(({ head }) => head === 'Highest')
  const hasUsual = sheetHeads(rows).includes(USUAL_HEAD)
  const usualHeads = ['P10', 'median', 'P90'].map((name) => `${USUAL_HEAD}, ${name} (${unit})`)
  const heads = COLUMNS.flatMap(({ head }, index) => [
    `${head} (${unit})`,
    ...(index >= firstMoment ? [`hour of ${head}`] : []),
  ])
  const lines = rows.map((row) => {
    const usual = row.usualHighest
    return [
      sheetPlace(row),
      sheetQuantity(row),
      row.knownHours,
      ...COLUMNS.flatMap(({ of }, index) => {
        const figure = of(row)
        const isNumber = figure === null || typeof figure === 'number'
        return [
          isNumber ? figure : figure.valueMw,
          ...(index >= firstMoment ? [isNumber ? null : figure.clock] : []),
        ]
      }),
      ...(hasUsual
        ? [usual?.p10_mw ?? null, usual?.median_mw ?? null, usual?.p90_mw ?? null, usual?.sample_days ?? null]
        : []),
    ]
  })
  const head = ['country', 'quantity', 'hours', ...heads]
  return [hasUsual ? [...head, ...usualHeads, `days of ${USUAL_HEAD}`] : head, ...lines]
}

/** What a row is of: `Austria, Load (22 of 24 hours)`. */
export function sheetRowName(row: SheetRow, hours: number): string {
  const coverage = sheetCoverage(row, hours)
  return `${sheetPlace(row)}, ${sheetQuantity(row)}${coverage === null ? '' : ` (${coverage})`}`
}

const longDate = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'full' })

/** What its figures are of. */
export const SHEET_SUBJECT = 'market day (Brussels time), final forecast, MW'

/** `Sunday, November 22, 2026, market day (Brussels time), final forecast, MW` */
export function sheetTitle(day: string): string {
  return `${longDate.format(new Date(day))}, ${SHEET_SUBJECT}`
}

/** Lines whose cells tabs separate, for a message or a spreadsheet. */
export function sheetText({ day, hours, rows }: DaySheetAnswer): string {
  const heads = sheetHeads(rows)
  return [
    sheetTitle(day),
    ['', ...heads].join('\t'),
    ...rows.map((row) => [sheetRowName(row, hours), ...sheetCells(row).slice(0, heads.length)].join('\t')),
    sheetUsualNote(rows),
  ].join('\n')
}
