import { startTransition, useCallback, useEffect, useOptimistic } from 'react'
import { useSearchParams } from 'react-router'

import { type ForecastRun, PERIOD_DAYS, type PeriodDays } from '#contract/accuracy.ts'
import { readAsOf } from '#web/ui/as-of.tsx'
import { useWriteSearch } from '#web/ui/use-write-search.ts'

import { readDay } from './delivery-day.ts'
import { type Metric, METRICS } from './metric.ts'
import { FIRST_HOUR, LAST_HOUR } from './playback.ts'

/** What the table of hours and countries shows: a metric of the map, or the change over some hours. */
export const GLANCE_VIEWS = [
  'final',
  'ramp',
  'against-tso',
  'against-previous',
  'against-auction',
  'against-today',
] as const
export type GlanceView = (typeof GLANCE_VIEWS)[number]
/** Beside the hours, the morning sheet: the day in figures. */
export const GLANCE_TABLES = [...GLANCE_VIEWS, 'sheet'] as const
export type GlanceTableName = (typeof GLANCE_TABLES)[number]

/** A figure of all countries together in the morning sheet that a link leads to. */
export const SHEET_CELLS = ['lowest', 'ramp'] as const
export type SheetCell = (typeof SHEET_CELLS)[number]

/** How its countries are sorted. */
export const GLANCE_ORDERS = ['name', 'minimum', 'ramp'] as const
export type GlanceOrder = (typeof GLANCE_ORDERS)[number]

/** What the deepest colour of a row stands for: its own largest value, or that of all countries. */
export const GLANCE_SCALES = ['own', 'common'] as const
export type GlanceScale = (typeof GLANCE_SCALES)[number]

export type RunKind = ForecastRun['kind']
export const RUN_KINDS: readonly RunKind[] = ['early', 'complete']

/** How the countries of the accuracy are sorted: by how far we are ahead, by name, or by our error, in MW or for their load. */
export const ACCURACY_ORDERS = ['lead', 'name', 'error', 'share'] as const
export type AccuracyOrder = (typeof ACCURACY_ORDERS)[number]

/** Of the heading of a selected country's details: controls elsewhere on the page lead there. */
export const COUNTRY_HEADING_ID = 'country-heading'

/** The part of the page's state that a user may want to share; it lives in the address. */
export interface View {
  hour: number
  /** Two-letter code, lower case; null if none is selected. */
  country: string | null
  metric: Metric
  /** Delivery day, `yyyy-MM-dd`; null for tomorrow. */
  day: string | null
  /** `early` for the forecast before the auction; null for the forecast that counts. */
  run: 'early' | null
  /** The instant whose knowledge is shown, RFC 3339 in UTC; null for what is known now. */
  as_of: string | null
  /** Whether newer runs are shown as soon as they are there. */
  follow: boolean
  /** What the table of the day at a glance shows; null if its tab is not open. */
  glance: GlanceTableName | null
  /** The marked figure of the morning sheet; null for none. */
  cell: SheetCell | null
  /** How its countries are sorted. */
  order: GlanceOrder
  /** How its cells are coloured. */
  scale: GlanceScale
  /** The period of the accuracy over time; null if its tab is not open. */
  accuracy: PeriodDays | null
  /** The kind of run whose accuracy is shown; null for the kind on the screen. */
  scored: RunKind | null
  /** How the countries of the accuracy are sorted. */
  rank: AccuracyOrder
}

export const DEFAULT_VIEW: View = {
  hour: FIRST_HOUR,
  country: null,
  metric: 'final',
  day: null,
  run: null,
  as_of: null,
  follow: false,
  glance: null,
  cell: null,
  order: 'name',
  scale: 'own',
  accuracy: null,
  scored: null,
  rank: 'lead',
}

export type ViewTab = 'map' | 'glance' | 'accuracy'

/** The open tab. */
export function tabOf({ glance, accuracy }: View): ViewTab {
  return glance !== null ? 'glance' : accuracy !== null ? 'accuracy' : 'map'
}

/** The change that opens a tab. */
export function openTab(tab: ViewTab): Pick<View, 'glance' | 'accuracy' | 'cell'> {
  return { glance: tab === 'glance' ? 'final' : null, accuracy: tab === 'accuracy' ? 28 : null, cell: null }
}

/** Which forecast of a day our own calls request. */
export const runChoice = ({ run, as_of: asOf }: Pick<View, 'run' | 'as_of'>) => ({
  run: run ?? undefined,
  asOf: asOf ?? undefined,
})

/** Reads an address; invalid values count as not given. */
export function readView(params: URLSearchParams): View {
  const hour = params.get('hour') ?? ''
  const country = params.get('country') ?? ''
  const day = params.get('day') ?? ''
  return {
    hour: /^\d{1,2}$/.test(hour) && Number(hour) <= LAST_HOUR ? Number(hour) : DEFAULT_VIEW.hour,
    country: /^[a-z]{2}$/.test(country) ? country : DEFAULT_VIEW.country,
    metric: METRICS.find((metric) => metric === params.get('metric')) ?? DEFAULT_VIEW.metric,
    day: readDay(day) === null ? DEFAULT_VIEW.day : day,
    run: params.get('run') === 'early' ? 'early' : DEFAULT_VIEW.run,
    as_of: readAsOf(params),
    follow: params.get('follow') === 'true',
    glance: GLANCE_TABLES.find((view) => view === params.get('glance')) ?? DEFAULT_VIEW.glance,
    cell: SHEET_CELLS.find((cell) => cell === params.get('cell')) ?? DEFAULT_VIEW.cell,
    order: GLANCE_ORDERS.find((order) => order === params.get('order')) ?? DEFAULT_VIEW.order,
    scale: GLANCE_SCALES.find((scale) => scale === params.get('scale')) ?? DEFAULT_VIEW.scale,
    accuracy: PERIOD_DAYS.find((days) => String(days) === params.get('accuracy')) ?? DEFAULT_VIEW.accuracy,
    scored: RUN_KINDS.find((kind) => kind === params.get('scored')) ?? DEFAULT_VIEW.scored,
    rank: ACCURACY_ORDERS.find((order) => order === params.get('rank')) ?? DEFAULT_VIEW.rank,
  }
}

/** The address of a view: defaults are omitted, foreign parameters stay. */
export function writeView(params: URLSearchParams, view: View): URLSearchParams {
  const written = new URLSearchParams(params)
  const defaults: Readonly<Record<string, unknown>> = { ...DEFAULT_VIEW }
  for (const [key, value] of Object.entries(view)) {
    if (value === null || value === defaults[key]) written.delete(key)
    else written.set(key, String(value))
  }
  return written
}

/** The view, and a function that changes part of it. */
export type ViewAddress = [View, (change: Partial<View>) => void]

/**
 * The view in the address, and a function that changes part of it. A change shows at once, before the router has rendered the new
 * address, and adds to earlier changes that may not be rendered yet.
 */
export function useView(): ViewAddress {
  const [params] = useSearchParams()
  const writeSearch = useWriteSearch()
  const [view, show] = useOptimistic<View, Partial<View>>(readView(params), (shown, change) => ({
    ...shown,
    ...change,
  }))
  const changeView = useCallback(
    (change: Partial<View>) =>
      startTransition(() => {
        show(change)
        const address = new URLSearchParams(window.location.search)
        writeSearch(writeView(address, { ...readView(address), ...change }).toString(), 'replace')
      }),
    [show, writeSearch],
  )
  return [view, changeView]
}

/** Long enough that dragging the slider does not write every hour into the address. */
const SETTLE_MS = 250

/** Writes the hour that a person chose into the address, once it has settled. */
export function useHourInAddress(chosenHour: number, [view, changeView]: ViewAddress): void {
  const isWritten = view.hour === chosenHour
  useEffect(() => {
    if (isWritten) return undefined
    const timer = setTimeout(() => changeView({ hour: chosenHour }), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [chosenHour, isWritten, changeView])
}
