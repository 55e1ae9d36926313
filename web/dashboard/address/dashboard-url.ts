import { format } from 'date-fns'
import { z } from 'zod'

import { AREA_CODES } from '#contract/areas.ts'
import { ENERGY_TYPES, type EnergyType, FREQUENCIES } from '#contract/query.ts'
import type { CompareWith, GraphCard, GraphView } from '#web/dashboard/graphs/graph-card.ts'
import { parseStamp } from '#web/dashboard/graphs/stamp.ts'

/*
 * The dashboard as the query of its address, short and readable:
 *   ?v=1&g=CWE,residual,D,2026-11-13T00:00,2026-11-20T23:59,run,week,half,table,zoom:1795132800-1795136400,hide:Actual
 * one `g` per card: area, type, frequency, first and last minute as local time; then everything that is not the default.
 */

/** A card as a link holds it. */
export type LinkedCard = Pick<GraphCard, 'filters' | 'view' | 'isAsked'>

const VERSION = '1'
const MAX_CARDS = 50
const WALL_CLOCK = "yyyy-MM-dd'T'HH:mm"

const TYPE_CODES: Readonly<Record<EnergyType, string>> = {
  solar: 'solar',
  'Residual Load': 'residual',
  wind: 'wind',
}
const TYPES: Readonly<Record<string, EnergyType>> = {
  solar: 'solar',
  residual: 'Residual Load',
  wind: 'wind',
}

const wallClock = z
  .string()
  .regex(/^(19|20)\d\d-\d\d-\d\dT\d\d:\d\d$/)
  .transform((text, context) => {
    const timestamp = parseStamp(text)
    if (timestamp !== null) return new Date(timestamp).toISOString()
    context.addIssue('no such time')
    return z.NEVER
  })
const seconds = z.coerce.number().int().min(-1e10).max(1e10)

const FiltersSchema = z
  .object({
    area: z.enum(AREA_CODES),
    energyType: z
      .string()
      .transform((code) => TYPES[code])
      .pipe(z.enum(ENERGY_TYPES)),
    timerange: z.enum(FREQUENCIES),
    dateFrom: wallClock,
    dateTo: wallClock,
    compareWith: z.enum(['none', 'day', 'week', 'year']),
  })
  .refine(({ dateFrom, dateTo }) => dateFrom <= dateTo)
const ZoomSchema = z
  .tuple([seconds, seconds])
  .refine(([fromS, toS]) => fromS < toS)
  .transform(([fromS, toS]) => ({ fromS, toS }))
const HiddenSchema = z.array(z.string().min(1).max(200)).max(100)

/** The query of an address, with its question mark, that restores these cards. */
export function writeDashboard(cards: readonly LinkedCard[]): string {
  return `?v=${VERSION}${cards.map((card) => `&g=${writeCard(card)}`).join('')}`
}

/** The cards of an address: `null` if it has none, `broken` if it cannot be read. */
export function readDashboard(search: string): LinkedCard[] | 'broken' | null {
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

function writeCard({ filters, view, isAsked }: LinkedCard): string {
  return [
    filters.area,
    TYPE_CODES[filters.energyType],
    filters.timerange,
    format(filters.dateFrom, WALL_CLOCK),
    format(filters.dateTo, WALL_CLOCK),
    ...(isAsked ? ['run'] : []),
    ...(filters.compareWith === 'none' ? [] : [filters.compareWith]),
    ...(view.width === 'half' ? ['half'] : []),
    ...(view.isTable ? ['table'] : []),
    ...(view.zoom === null ? [] : [`zoom:${Math.floor(view.zoom.fromS)}-${Math.ceil(view.zoom.toS)}`]),
    ...view.hiddenCurves.map((name) => `hide:${encodeURIComponent(name).replaceAll("'", '%27')}`),
  ].join(',')
}

/** Throws if any part of it could not have been written by `writeCard`. */
function readCard(text: string): LinkedCard {
  const [area, energyType, timerange, dateFrom, dateTo, ...marks] = text.split(',')
  const compareWith =
    marks.find((mark): mark is CompareWith => ['day', 'week', 'year'].includes(mark)) ?? 'none'
  const view: GraphView = {
    width: marks.includes('half') ? 'half' : 'full',
    isTable: marks.includes('table'),
    zoom: readZoom(marks),
    hiddenCurves: HiddenSchema.parse(after(marks, 'hide:').map((name) => decodeURIComponent(name))),
  }
  return {
    filters: FiltersSchema.parse({ area, energyType, timerange, dateFrom, dateTo, compareWith }),
    view,
    isAsked: marks.includes('run'),
  }
}

function readZoom(marks: readonly string[]): GraphView['zoom'] {
  const [zoom] = after(marks, 'zoom:')
  return zoom === undefined ? null : ZoomSchema.parse(/^(-?\d+)-(-?\d+)$/.exec(zoom)?.slice(1))
}

function after(marks: readonly string[], prefix: string): string[] {
  return marks.filter((mark) => mark.startsWith(prefix)).map((mark) => mark.slice(prefix.length))
}
