import { startTransition, useCallback, useEffect, useOptimistic } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'

import { type ForecastRun, ForecastRunSchema, PERIOD_DAYS } from '#contract/accuracy.ts'
import { InstantSchema } from '#web/market/as-of.tsx'
import { useWriteSearch } from '#web/ui/use-write-search.ts'

import { DaySchema, FIRST_HOUR, LAST_HOUR } from './delivery-day.ts'
import { GLANCE_VIEWS, METRICS } from './metric.ts'

/** Beside the hours, the morning sheet: the day in figures. */
export const GLANCE_TABLES = [...GLANCE_VIEWS, 'sheet'] as const
export type GlanceTableName = (typeof GLANCE_TABLES)[number]

export type RunKind = ForecastRun['kind']

/** Id of the heading of a selected country's details, to which controls elsewhere on the page lead. */
export const COUNTRY_HEADING_ID = 'country-heading'

/** The part of the page's state that a user may want to share; it lives in the address. A missing or invalid field counts as not given. */
const ViewSchema = z.object({
  hour: z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .pipe(z.number().max(LAST_HOUR))
    .catch(FIRST_HOUR),
  /** Two-letter code, lower case; null if none is selected. */
  country: orNull(z.string().regex(/^[a-z]{2}$/)),
  metric: z.enum(METRICS).catch('final'),
  /** Delivery day, `yyyy-MM-dd`; null for tomorrow. */
  day: orNull(DaySchema),
  /** `early` for the forecast before the auction; null for the forecast that counts. */
  run: orNull(z.literal('early')),
  /** The instant whose knowledge is shown, RFC 3339 in UTC; null for what is known now. */
  as_of: orNull(InstantSchema),
  /** True if newer runs are shown as soon as they are there. */
  follow: z
    .literal('true')
    .transform(() => true)
    .catch(false),
  /** True if the chart of the chosen country has its usual range. */
  usual: z
    .literal('true')
    .transform(() => true)
    .catch(false),
  /** Table of the day at a glance; null if its tab is not open. */
  glance: orNull(z.enum(GLANCE_TABLES)),
  /** `country` if each country colours its differences by its own largest; null for one scale. */
  scale: orNull(z.literal('country')),
  /** The period of the accuracy over time; null if its tab is not open. */
  accuracy: orNull(z.string().transform((text) => PERIOD_DAYS.find((days) => String(days) === text) ?? null)),
  /** The kind of run whose accuracy is shown; null for the kind on the screen. */
  scored: orNull(ForecastRunSchema.shape.kind),
  /** How the countries of the accuracy are sorted: by how far we are ahead, by name, or by our error, in MW or for their load. */
  rank: z.enum(['lead', 'name', 'error', 'share']).catch('lead'),
})
export type View = z.infer<typeof ViewSchema>
export type AccuracyOrder = View['rank']

function orNull<Value extends z.ZodType>(value: Value) {
  return value.nullable().catch(null)
}

export function readView(params: URLSearchParams): View {
  return ViewSchema.parse(Object.fromEntries(params))
}

export const DEFAULT_VIEW = readView(new URLSearchParams())

export type ViewTab = 'map' | 'glance' | 'accuracy'

export function tabOf({ glance, accuracy }: View): ViewTab {
  return glance !== null ? 'glance' : accuracy !== null ? 'accuracy' : 'map'
}

export function openTab(tab: ViewTab): Pick<View, 'glance' | 'accuracy'> {
  return { glance: tab === 'glance' ? 'final' : null, accuracy: tab === 'accuracy' ? 28 : null }
}

/** Which forecast of a day our own calls request. */
export const runChoice = ({ run, as_of }: Pick<View, 'run' | 'as_of'>) => ({ run, as_of })

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

/** The view, and a function that changes part of it, in the present entry of the browser's history or in a new one. */
export type ViewAddress = [View, (change: Partial<View>, step?: 'push' | 'replace') => void]

/** The view in the address. A change shows before the router has rendered the new address, and adds to earlier ones that it may not have rendered yet. */
export function useView(): ViewAddress {
  const [params] = useSearchParams()
  const writeSearch = useWriteSearch()
  const [view, show] = useOptimistic<View, Partial<View>>(readView(params), (shown, change) => ({
    ...shown,
    ...change,
  }))
  const changeView = useCallback(
    (change: Partial<View>, step: 'push' | 'replace' = 'replace') =>
      startTransition(() => {
        show(change)
        const address = new URLSearchParams(window.location.search)
        writeSearch(writeView(address, { ...readView(address), ...change }).toString(), step)
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
