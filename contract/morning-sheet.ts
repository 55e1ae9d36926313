import { z } from 'zod'

import { countryName } from './countries.ts'
import { formatDifferenceMw, formatMw } from './power-text.ts'
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
export const SHEET_HEADS: readonly string[] = COLUMNS.map(({ head }) => head)

/** The figures of a row as they are read, in the order of the heads, some with their hour. */
export function sheetFigures(row: SheetRow): { text: string; clock: string | null }[] {
  return COLUMNS.map(({ of, format }) => {
    const figure = of(row)
    return figure === null || typeof figure === 'number'
      ? { text: format(figure), clock: null }
      : { text: format(figure.valueMw), clock: figure.clock }
  })
}

/** The same in one text: `64,990 18:00`. */
export function sheetCells(row: SheetRow): string[] {
  return sheetFigures(row).map(({ text, clock }) => (clock === null ? text : `${text} ${clock}`))
}

/** Head and rows of a file: an hour has a column of its own. */
export function sheetLines(rows: readonly SheetRow[], unit: string): (string | number | null)[][] {
  const isMoment = (index: number) => index >= SHEET_HEADS.indexOf('Highest')
  const heads = SHEET_HEADS.flatMap((head, index) => [
    `${head} (${unit})`,
    ...(isMoment(index) ? [`hour of ${head}`] : []),
  ])
  const lines = rows.map((row) => [
    sheetPlace(row),
    sheetQuantity(row),
    row.knownHours,
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
  return [
    sheetTitle(day),
    ['', ...SHEET_HEADS].join('\t'),
    ...rows.map((row) => [sheetRowName(row, hours), ...sheetCells(row)].join('\t')),
  ].join('\n')
}
