import { z } from 'zod'

import { AREA_CODES } from './areas.ts'
import { ENERGY_TYPES, FREQUENCIES, QUANTITY_OF } from './query.ts'
import { LOOK_BEFORE } from './wall-time.ts'

/*
 * The dashboard as the query of its address, short and readable:
 *   ?v=1&g=CWE,residual,D,2026-11-13T00:00,2026-11-20T23:59,run,week,errors,final,half,table,zoom:1795132800-1795136400,hide:Actual
 *   ?v=1&g=DE,wind,H,-6d,1d,run&g=DE,wind,H,month-1m,month-1d,and:FR,run
 * One `g` per card: area, type, frequency, start and end (wall clock, or a day relative to today or to the
 * start of the week, month or season), then everything that differs from the default.
 */

/** Most days that can have passed. Seasons are the market's: October to March, April to September. */
const PERIOD_DAYS = { week: 6, month: 30, season: 183 }

/** Per card. */
export const MAX_AREAS = 4

/** `heat` is one curve by day and hour. */
export const GRAPH_FORMS = ['curves', 'errors', 'heat', 'duration', 'parts'] as const
export type GraphForm = (typeof GRAPH_FORMS)[number]

const VERSION = '1'
const MAX_CARDS = 50
const RELATIVE_DAY = /^(week|month|season)?(?:(-?\d{1,3})m)?(?:(-?\d{1,4})d)?$/

const wallClock = z.iso.datetime({ local: true, precision: -1 }).regex(/^(19|20).*\d$/)
/** Relative to today or to the first day of a period: calendar months first, then days. */
const relativeDay = z
  .string()
  .min(1)
  .regex(RELATIVE_DAY)
  .transform((text) => {
    const [, start, months = '0', days = '0'] = RELATIVE_DAY.exec(text) ?? []
    // Turns −0 into 0.
    return { ...(isPeriod(start) && { start }), months: Number(months) + 0, days: Number(days) + 0 }
  })
export type RelativeDay = z.output<typeof relativeDay>
const relativeRange = z.object({ from: relativeDay, to: relativeDay })
export type RelativeRange = z.output<typeof relativeRange>
const isPeriod = (text: string | undefined): text is keyof typeof PERIOD_DAYS =>
  text !== undefined && Object.hasOwn(PERIOD_DAYS, text)
/** Exact enough to detect a reversed range. */
const approximateDays = ({ months, days }: RelativeDay) => months * 30 + days
/** Holds however much of the current period has passed. */
function isForward({ from, to }: RelativeRange): boolean {
  const passedDays = to.start === undefined || to.start === from.start ? 0 : PERIOD_DAYS[to.start]
  return approximateDays(from) <= approximateDays(to) - passedDays
}
const seconds = z.coerce.number().int().min(-1e10).max(1e10)

const curveName = z.string().min(1).max(200)

const SubjectSchema = z.object({
  area: z.enum(AREA_CODES),
  others: z
    .array(z.enum(AREA_CODES))
    .max(MAX_AREAS - 1)
    .readonly(),
  energyType: z
    .string()
    .transform((code) => ENERGY_TYPES.find((type) => QUANTITY_OF[type] === code))
    .pipe(z.enum(ENERGY_TYPES)),
  timerange: z.enum(FREQUENCIES),
  hasQuarters: z.boolean(),
  /** Hour before delivery from which forecasts are seen; `null` is now. */
  lookedAt: z.string().regex(LOOK_BEFORE).nullable(),
  compareWith: z.enum(['none', 'day', 'week', 'year']),
})
export type CardSubject = z.output<typeof SubjectSchema>

/** Wall-clock times `yyyy-MM-ddTHH:mm`, or relative days. */
const RangeSchema = z.union([
  z.object({ from: wallClock, to: wallClock }).refine(({ from, to }) => from <= to),
  relativeRange.refine(isForward),
])
export type AddressedRange = z.output<typeof RangeSchema>

/** Switches by their words in an address, in this order. */
const SWITCHES = {
  final: 'hasFinal',
  /** Usual range below the curves. */
  usual: 'hasUsual',
  /** Forecasts of the earlier period too. */
  earlier: 'hasEarlierForecasts',
  half: 'isHalfWidth',
  table: 'isTable',
  /** Without weekends, in forms other than curves. */
  workdays: 'isWorkdaysOnly',
  /** Mean and range where there are more values than pixels. */
  mean: 'hasMeans',
  /** One axis of values for all cards with this switch. */
  scale: 'hasSharedScale',
} as const
/** Closes a card after a name such as `ann_`, whose end looks like text behind a link to `repairLink`. */
const END = 'end'
/** Marks that may follow the days of a card. `band` was written when the band came without the forecast. */
const MARKS = new RegExp(
  `^(?:(?:and|known|zoom|of|hide):.*|quarter|run|${END}|band|day|week|year|${[...GRAPH_FORMS, ...Object.keys(SWITCHES)].join('|')})$`,
  's',
)
const SwitchesSchema = z.record(z.enum(SWITCHES), z.boolean())

const ViewSchema = z.object({
  form: z.enum(GRAPH_FORMS),
  /** Epoch seconds, integers in an address. */
  zoom: z
    .tuple([seconds, seconds])
    .refine(([fromS, toS]) => fromS < toS)
    .transform(([fromS, toS]) => ({ fromS, toS }))
    .nullable(),
  /** For forms with one curve; `null` is the first. */
  curve: curveName.nullable(),
  hiddenCurves: z.array(curveName).max(100).readonly(),
})
/** Only `hasFinal` affects the request to the server. */
export type CardView = z.output<typeof ViewSchema> & z.output<typeof SwitchesSchema>

export interface AddressedCard {
  filters: CardSubject & { range: AddressedRange }
  view: CardView
  hasRun: boolean
}

export function writeAddress(cards: readonly AddressedCard[]): string {
  return `?v=${VERSION}${cards.map((card) => `&g=${writeCard(card)}`).join('')}`
}

/** `null` without cards, `broken` if unreadable. */
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

/** Parts of a link of ours that `readAddress` cannot read or leaves out, as they are written in it. */
export function unreadParts(search: string): string[] {
  const fields = search.replace(/^\?/, '').split('&')
  const cards = fields.filter((field) => field.startsWith('g='))
  const versions = fields.filter((field) => /^v(=|$)/.test(field))
  const unread = cards.flatMap((card) => {
    try {
      readCard(card.slice(2))
    } catch {
      return [card]
    }
    return splitCard(card.slice(2))
      .slice(5)
      .filter((mark) => !MARKS.test(mark))
  })
  return [...versions.filter((field) => cards.length === 0 || field !== `v=${VERSION}`), ...unread]
}

export function isRelative(range: AddressedRange): range is RelativeRange {
  return typeof range.from === 'object'
}

function writeCard({ filters, view, hasRun }: AddressedCard): string {
  const { range } = filters
  const { zoom } = view
  const lastName = view.hiddenCurves.at(-1) ?? view.curve ?? ''
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
    !/^(?:[^(]*[a-z\d])?$/i.test(lastName) && END,
  ]
  return parts.filter((part) => part !== false).join(',')
}

function writeName(name: string): string {
  return encodeURIComponent(name).replaceAll("'", '%27')
}

/** `-6d`, `month-1m`. Without a plus sign, which some programs read as a space. */
export function writeDay({ start, months, days }: RelativeDay): string {
  return `${start ?? ''}${months === 0 ? '' : `${months}m`}${months !== 0 && days === 0 ? '' : `${days}d`}`
}

/** Some chats encode commas and colons. Commas in names are then encoded twice. */
function splitCard(text: string): string[] {
  const withColons = text.replaceAll(/%3a/gi, ':')
  const plain = text.includes(',') ? withColons : withColons.replaceAll(/%2c/gi, ',').replaceAll('%25', '%')
  return plain.split(',')
}

/** Throws if area, type, frequency, days or a name could not have been written by `writeCard`. */
function readCard(text: string): AddressedCard {
  const [area, energyType, timerange, from, to, ...marks] = splitCard(text)
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
    // `band` was a switch in older addresses.
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

export const DEFAULT_VIEW: CardView = readView([])

function readZoom(marks: readonly string[]): readonly string[] | null {
  const [zoom] = after(marks, 'zoom:')
  return zoom === undefined ? null : (/^(-?\d+)-(-?\d+)$/.exec(zoom)?.slice(1) ?? [])
}

function readNames(marks: readonly string[], prefix: string): string[] {
  return after(marks, prefix).map((name) => decodeURIComponent(name.replaceAll('+', ' ')))
}

function after(marks: readonly string[], prefix: string): string[] {
  return marks.filter((mark) => mark.startsWith(prefix)).map((mark) => mark.slice(prefix.length))
}
