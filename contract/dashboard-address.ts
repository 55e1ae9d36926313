import { z } from 'zod'

import { AREA_CODES } from './areas.ts'
import { ENERGY_TYPES, FREQUENCIES, QUANTITY_OF } from './query.ts'
import { LOOK_BEFORE } from './wall-time.ts'

/*
 * The dashboard as the query of its address, short and readable:
 *   ?v=1&g=CWE,residual,D,2026-11-13T00:00,2026-11-20T23:59,run,week,errors,final,half,table,zoom:1795132800-1795136400,hide:Actual
 *   ?v=1&g=DE,wind,H,-6d,1d,run&g=DE,wind,H,month-1m,month-1d,and:FR,run
 * one `g` per card: area, type, frequency, first and last minute as wall clock or first and last day seen from today or from the
 * start of the week, month or season; then everything that is not the default.
 */

/** How many days each of them has passed at most. A season is the market's winter (October to March) or summer (April to September). */
const PERIOD_DAYS = { week: 6, month: 30, season: 183 }

/** The most areas that a card draws. */
export const MAX_AREAS = 4

/** How a card draws its answer; `heat` is one curve by day and hour, `parts` are those of residual load in the same area and days. */
export const GRAPH_FORMS = ['curves', 'errors', 'heat', 'duration', 'parts'] as const
export type GraphForm = (typeof GRAPH_FORMS)[number]

const VERSION = '1'
const MAX_CARDS = 50
const RELATIVE_DAY = /^(week|month|season)?(?:(-?\d{1,3})m)?(?:(-?\d{1,4})d)?$/

const wallClock = z.iso.datetime({ local: true, precision: -1 }).regex(/^(19|20).*\d$/)
/** A day seen from today or from the first day of a running period: calendar months first, then days. Both may be negative. */
const relativeDay = z
  .string()
  .min(1)
  .regex(RELATIVE_DAY)
  .transform((text) => {
    const [, start, months = '0', days = '0'] = RELATIVE_DAY.exec(text) ?? []
    // A minus zero becomes a plain one.
    return { ...(isPeriod(start) && { start }), months: Number(months) + 0, days: Number(days) + 0 }
  })
export type RelativeDay = z.output<typeof relativeDay>
/** Whole days that move on with the calendar. */
const relativeRange = z.object({ from: relativeDay, to: relativeDay })
export type RelativeRange = z.output<typeof relativeRange>
const isPeriod = (text: string | undefined): text is keyof typeof PERIOD_DAYS =>
  text !== undefined && Object.hasOwn(PERIOD_DAYS, text)
/** Days away, near enough to tell a reversed range. */
const roughly = ({ months, days }: RelativeDay) => months * 30 + days
/** True if a range is never reversed, however much of a period has passed. */
function isForward({ from, to }: RelativeRange): boolean {
  const passedDays = to.start === undefined || to.start === from.start ? 0 : PERIOD_DAYS[to.start]
  return roughly(from) <= roughly(to) - passedDays
}
const seconds = z.coerce.number().int().min(-1e10).max(1e10)

const curveName = z.string().min(1).max(200)

/** The query of a card without its days. */
const SubjectSchema = z.object({
  area: z.enum(AREA_CODES),
  /** Areas that are drawn with it, one curve each. */
  others: z
    .array(z.enum(AREA_CODES))
    .max(MAX_AREAS - 1)
    .readonly(),
  energyType: z
    .string()
    .transform((code) => ENERGY_TYPES.find((type) => QUANTITY_OF[type] === code))
    .pipe(z.enum(ENERGY_TYPES)),
  timerange: z.enum(FREQUENCIES),
  /** True if quarter hours are requested in place of hours. */
  hasQuarters: z.boolean(),
  /** The hour before each delivery at which the forecasts are looked at; `null` for now. */
  lookedAt: z.string().regex(LOOK_BEFORE).nullable(),
  /** The earlier period that is drawn with the chosen one. */
  compareWith: z.enum(['none', 'day', 'week', 'year']),
})
export type CardSubject = z.output<typeof SubjectSchema>

/** Wall-clock times, `yyyy-MM-ddTHH:mm`, or days seen from today. */
const RangeSchema = z.union([
  z.object({ from: wallClock, to: wallClock }).refine(({ from, to }) => from <= to),
  relativeRange.refine(isForward),
])
export type AddressedRange = z.output<typeof RangeSchema>

/** Switches of a card's view, by their words in an address, in their order there. */
const SWITCHES = {
  /** The final forecast is requested and drawn, with the band around it. */
  final: 'hasFinal',
  /** The usual range of these hours is drawn below the curves. */
  usual: 'hasUsual',
  /** The forecasts of the earlier period of a comparison are drawn too. */
  earlier: 'hasEarlierForecasts',
  half: 'isHalfWidth',
  table: 'isTable',
  /** A form other than the curves leaves out Saturdays and Sundays. */
  workdays: 'isWorkdaysOnly',
  /** A chart with more values than pixels shows their mean and range instead of every value. */
  mean: 'hasMeans',
  /** The axis of values is that of all cards with the same choice. */
  scale: 'hasSharedScale',
} as const
const SwitchesSchema = z.record(z.enum(SWITCHES), z.boolean())

const ViewSchema = z.object({
  form: z.enum(GRAPH_FORMS),
  /** Epoch seconds, whole ones in an address. */
  zoom: z
    .tuple([seconds, seconds])
    .refine(([fromS, toS]) => fromS < toS)
    .transform(([fromS, toS]) => ({ fromS, toS }))
    .nullable(),
  /** The curve of a form that shows only one; `null` is the first. */
  curve: curveName.nullable(),
  hiddenCurves: z.array(curveName).max(100).readonly(),
})
/** How a card shows its answer. Only whether the final forecast is drawn is sent to the server. */
export type CardView = z.output<typeof ViewSchema> & z.output<typeof SwitchesSchema>

export interface AddressedCard {
  filters: CardSubject & { range: AddressedRange }
  view: CardView
  hasRun: boolean
}

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

export function isRelative(range: AddressedRange): range is RelativeRange {
  return typeof range.from === 'object'
}

function writeCard({ filters, view, hasRun }: AddressedCard): string {
  const { range } = filters
  const { zoom } = view
  const ends = isRelative(range) ? [writeDay(range.from), writeDay(range.to)] : [range.from, range.to]
  const parts = [
    filters.area,
    QUANTITY_OF[filters.energyType],
    filters.timerange,
    ...ends,
    filters.hasQuarters && 'quarter',
    filters.lookedAt !== null && `known:${filters.lookedAt}`,
    ...filters.others.map((area) => `and:${area}`),
    hasRun && 'run',
    filters.compareWith !== 'none' && filters.compareWith,
    view.form !== 'curves' && view.form,
    ...Object.entries(SWITCHES).map(([word, name]) => view[name] && word),
    zoom !== null && `zoom:${Math.floor(zoom.fromS)}-${Math.ceil(zoom.toS)}`,
    view.curve !== null && `of:${writeName(view.curve)}`,
    ...view.hiddenCurves.map((name) => `hide:${writeName(name)}`),
  ]
  return parts.filter((part) => part !== false).join(',')
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
  // Some chats encode commas and colons. Commas within names are then encoded twice.
  const withColons = text.replaceAll(/%3a/gi, ':')
  const plain = text.includes(',') ? withColons : withColons.replaceAll(/%2c/gi, ',').replaceAll('%25', '%')
  const [area, energyType, timerange, from, to, ...marks] = plain.split(',')
  const subject = SubjectSchema.parse({
    area,
    others: after(marks, 'and:'),
    energyType,
    timerange,
    hasQuarters: marks.includes('quarter'),
    lookedAt: after(marks, 'known:')[0] ?? null,
    compareWith: marks.find((mark) => ['day', 'week', 'year'].includes(mark)) ?? 'none',
  })
  return {
    filters: { ...subject, range: RangeSchema.parse({ from, to }) },
    // `band` was written when the band came without the forecast.
    view: readView(marks.map((mark) => (mark === 'band' ? 'final' : mark))),
    hasRun: marks.includes('run'),
  }
}

function readView(marks: readonly string[]): CardView {
  const switches = Object.entries(SWITCHES).map(([word, name]) => [name, marks.includes(word)])
  return {
    ...ViewSchema.parse({
      form: GRAPH_FORMS.find((form) => marks.includes(form)) ?? 'curves',
      zoom: readZoom(marks),
      curve: readNames(marks, 'of:')[0] ?? null,
      hiddenCurves: readNames(marks, 'hide:'),
    }),
    ...SwitchesSchema.parse(Object.fromEntries(switches)),
  }
}

/** That of a card of which an address says nothing more. */
export const DEFAULT_VIEW: CardView = readView([])

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
