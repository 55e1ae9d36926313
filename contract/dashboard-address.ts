import { z } from 'zod'

import { AREA_CODES, type AreaCode } from './areas.ts'
import { ENERGY_TYPES, type EnergyType, FREQUENCIES, type Frequency, QUANTITY_OF } from './query.ts'

/*
 * The dashboard as the query of its address, short and readable:
 *   ?v=1&g=CWE,residual,D,2026-11-13T00:00,2026-11-20T23:59,run,week,errors,final,half,table,zoom:1795132800-1795136400,hide:Actual
 *   ?v=1&g=DE,wind,H,-6d,1d,run&g=DE,wind,H,month-1m,month-1d,and:FR,run
 * one `g` per card: area, type, frequency, first and last minute as wall clock or first and last day seen from today or from the
 * start of the week, month or season; then everything that is not the default.
 */

/** How many days each of them has passed at most. A season is the market's winter (October to March) or summer (April to September). */
const PERIOD_DAYS = { week: 6, month: 30, season: 183 }

/** A day seen from today or from the first day of a running period: calendar months first, then days. Both may be negative. */
export interface RelativeDay {
  /** Absent for today. */
  start?: keyof typeof PERIOD_DAYS
  months: number
  days: number
}

/** Whole days that move on with the calendar. */
export interface RelativeRange {
  from: RelativeDay
  to: RelativeDay
}

/** The most areas that a card draws. */
export const MAX_AREAS = 4

/**
 * What a card makes of its answer: the curves themselves, the errors of the forecasts, one curve by day and hour, or the
 * values of each curve from the highest to the lowest. Or the parts of residual load in the same area and days.
 */
export const GRAPH_FORMS = ['curves', 'errors', 'heat', 'duration', 'parts'] as const
export type GraphForm = (typeof GRAPH_FORMS)[number]

/** How a card shows its answer. Only whether the final forecast is drawn is sent to the server. */
export interface CardView {
  form: GraphForm
  width: 'full' | 'half'
  hiddenCurves: readonly string[]
  /** Whether the final forecast is requested and drawn, with the band around it. */
  hasFinal: boolean
  /** Whether what is usual in these hours is drawn below the curves. */
  hasUsual: boolean
  /** Which curves of the earlier period of a comparison are drawn. */
  earlier: 'actual' | 'all'
  /** The curve of a form that shows only one; `null` is the first. */
  curve: string | null
  /** Epoch seconds, whole ones in an address. */
  zoom: { fromS: number; toS: number } | null
  isTable: boolean
  /** Whether a form other than the curves leaves out Saturdays and Sundays. */
  isWorkdaysOnly: boolean
  /** Whether a chart with more values than pixels shows their mean and range instead of every value. */
  hasMeans: boolean
  /** Whether its axis of values is that of all cards with the same choice. */
  hasSharedScale: boolean
}

/** What a card asks for, but for its days. */
export interface CardSubject {
  area: AreaCode
  /** Areas that are drawn with it, one curve each. */
  others: readonly AreaCode[]
  energyType: EnergyType
  timerange: Frequency
  /** Whether quarter hours are requested in place of hours. */
  hasQuarters: boolean
  /** The earlier period that is drawn with the chosen one. */
  compareWith: 'none' | 'day' | 'week' | 'year'
}

/** A card as an address holds it. */
export interface AddressedCard {
  filters: CardSubject & { range: AddressedRange }
  view: CardView
  hasRun: boolean
}

/** Wall-clock times, `yyyy-MM-ddTHH:mm`, or days seen from today. */
export type AddressedRange = { from: string; to: string } | RelativeRange

const VERSION = '1'
const MAX_CARDS = 50
const RELATIVE_DAY = /^(week|month|season)?(?:(-?\d{1,3})m)?(?:(-?\d{1,4})d)?$/

const wallClock = z
  .string()
  .regex(/^(19|20)\d\d-\d\d-\d\dT\d\d:\d\d$/)
  .refine((text) => {
    const date = new Date(`${text}Z`)
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  })
const relativeDay = z
  .string()
  .min(1)
  .regex(RELATIVE_DAY)
  .transform((text): RelativeDay => {
    const [, start, months = '0', days = '0'] = RELATIVE_DAY.exec(text) ?? []
    return {
      ...(isPeriod(start) && { start }),
      // A minus zero becomes a plain one.
      months: Number(months) + 0,
      days: Number(days) + 0,
    }
  })
const isPeriod = (text: string | undefined): text is keyof typeof PERIOD_DAYS =>
  text !== undefined && Object.hasOwn(PERIOD_DAYS, text)
/** Days away, near enough to tell a reversed range. */
const roughly = ({ months, days }: RelativeDay) => months * 30 + days
/** Whether a range is never reversed, however much of a period has passed. */
function isForward({ from, to }: RelativeRange): boolean {
  const passedDays = to.start === undefined || to.start === from.start ? 0 : PERIOD_DAYS[to.start]
  return roughly(from) <= roughly(to) - passedDays
}
const seconds = z.coerce.number().int().min(-1e10).max(1e10)

const curveName = z.string().min(1).max(200)

const CardSchema = z.object({
  filters: z.object({
    area: z.enum(AREA_CODES),
    others: z.array(z.enum(AREA_CODES)).max(MAX_AREAS - 1),
    energyType: z
      .string()
      .transform((code) => ENERGY_TYPES.find((type) => QUANTITY_OF[type] === code))
      .pipe(z.enum(ENERGY_TYPES)),
    timerange: z.enum(FREQUENCIES),
    range: z.union([
      z.object({ from: wallClock, to: wallClock }).refine(({ from, to }) => from <= to),
      z.object({ from: relativeDay, to: relativeDay }).refine(isForward),
    ]),
    compareWith: z.enum(['none', 'day', 'week', 'year']),
  }),
  view: z.object({
    zoom: z
      .tuple([seconds, seconds])
      .refine(([fromS, toS]) => fromS < toS)
      .transform(([fromS, toS]) => ({ fromS, toS }))
      .nullable(),
    curve: curveName.nullable(),
    hiddenCurves: z.array(curveName).max(100),
  }),
})

/** The query of an address, with its question mark, that restores these cards. */
export function writeAddress(cards: readonly AddressedCard[]): string {
  return `?v=${VERSION}${cards.map((card) => `&g=${writeCard(card)}`).join('')}`
}

/** The cards of an address: `null` if it has none, `broken` if it cannot be read. */
export function readAddress(search: string): AddressedCard[] | 'broken' | null {
  const fields = search.replace(/^\?/, '').split('&').filter(Boolean)
  const cards = fields.filter((field) => field.startsWith('g='))
  if (cards.length === 0) return null
  if (!fields.includes(`v=${VERSION}`) || cards.length > MAX_CARDS) return 'broken'
  try {
    return cards.map((card) => readCard(card.slice(2)))
  } catch {
    return 'broken'
  }
}

/** Whether a range moves on with the calendar. */
export function isRelative(range: AddressedRange): range is RelativeRange {
  return typeof range.from === 'object'
}

function writeCard({ filters, view, hasRun }: AddressedCard): string {
  const { range } = filters
  const { zoom } = view
  const ends = isRelative(range) ? [writeDay(range.from), writeDay(range.to)] : [range.from, range.to]
  return [
    filters.area,
    QUANTITY_OF[filters.energyType],
    filters.timerange,
    ...ends,
    ...(filters.hasQuarters ? ['quarter'] : []),
    ...filters.others.map((area) => `and:${area}`),
    ...(hasRun ? ['run'] : []),
    ...(filters.compareWith === 'none' ? [] : [filters.compareWith]),
    ...(view.form === 'curves' ? [] : [view.form]),
    ...(view.hasFinal ? ['final'] : []),
    ...(view.hasUsual ? ['usual'] : []),
    ...(view.earlier === 'all' ? ['earlier'] : []),
    ...(view.width === 'half' ? ['half'] : []),
    ...(view.isTable ? ['table'] : []),
    ...(view.isWorkdaysOnly ? ['workdays'] : []),
    ...(view.hasMeans ? ['mean'] : []),
    ...(view.hasSharedScale ? ['scale'] : []),
    ...(zoom === null ? [] : [`zoom:${Math.floor(zoom.fromS)}-${Math.ceil(zoom.toS)}`]),
    ...(view.curve === null ? [] : [`of:${writeName(view.curve)}`]),
    ...view.hiddenCurves.map((name) => `hide:${writeName(name)}`),
  ].join(',')
}

function writeName(name: string): string {
  return encodeURIComponent(name).replaceAll("'", '%27')
}

/** `-6d`, `month-1m`. No plus sign: some programs read it as a space. */
export function writeDay({ start, months, days }: RelativeDay): string {
  return `${start ?? ''}${months === 0 ? '' : `${months}m`}${months !== 0 && days === 0 ? '' : `${days}d`}`
}

/** Throws if any part of it could not have been written by `writeCard`. */
function readCard(text: string): AddressedCard {
  const [area, energyType, timerange, from, to, ...marks] = text.split(',')
  const { filters, view } = CardSchema.parse({
    filters: {
      area,
      others: after(marks, 'and:'),
      energyType,
      timerange,
      range: { from, to },
      compareWith: marks.find((mark) => ['day', 'week', 'year'].includes(mark)) ?? 'none',
    },
    view: {
      zoom: readZoom(marks),
      curve: readNames(marks, 'of:')[0] ?? null,
      hiddenCurves: readNames(marks, 'hide:'),
    },
  })
  return {
    filters: { ...filters, hasQuarters: marks.includes('quarter') },
    view: {
      ...view,
      form: GRAPH_FORMS.find((form) => marks.includes(form)) ?? 'curves',
      // As it was written when the band came without the forecast.
      hasFinal: marks.includes('final') || marks.includes('band'),
      hasUsual: marks.includes('usual'),
      earlier: marks.includes('earlier') ? 'all' : 'actual',
      width: marks.includes('half') ? 'half' : 'full',
      isTable: marks.includes('table'),
      isWorkdaysOnly: marks.includes('workdays'),
      hasMeans: marks.includes('mean'),
      hasSharedScale: marks.includes('scale'),
    },
    hasRun: marks.includes('run'),
  }
}

/** The two ends of a zoom as text. */
function readZoom(marks: readonly string[]): readonly string[] | null {
  const [zoom] = after(marks, 'zoom:')
  return zoom === undefined ? null : (/^(-?\d+)-(-?\d+)$/.exec(zoom)?.slice(1) ?? [])
}

function readNames(marks: readonly string[], prefix: string): string[] {
  return after(marks, prefix).map((name) => decodeURIComponent(name))
}

function after(marks: readonly string[], prefix: string): string[] {
  return marks.filter((mark) => mark.startsWith(prefix)).map((mark) => mark.slice(prefix.length))
}
