import { startTransition, useCallback, useEffect, useOptimistic } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'

import { type ForecastRun, ForecastRunSchema, PERIOD_DAYS } from '#contract/accuracy.ts'
import { InstantSchema } from '#web/market/links.tsx'
import { useWriteSearch } from '#web/ui/use-write-search.ts'

import { DaySchema, FIRST_HOUR, LAST_HOUR } from './delivery-day.ts'
import { GLANCE_VIEWS, METRICS } from './metric.ts'

export const GLANCE_TABLES = [...GLANCE_VIEWS, 'sheet'] as const
export type GlanceTableName = (typeof GLANCE_TABLES)[number]

export type RunKind = ForecastRun['kind']

export const COUNTRY_HEADING_ID = 'country-heading'

/** The shareable state, kept in the address. Invalid fields count as missing. */
const ViewSchema = z.object({
  hour: z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .pipe(z.number().max(LAST_HOUR))
    .catch(FIRST_HOUR),
  /** Two lower-case letters. */
  country: orNull(
    z
      .string()
      .toLowerCase()
      .regex(/^[a-z]{2}$/),
  ),
  metric: z.enum(METRICS).catch('final'),
  /** `null`: tomorrow. */
  day: orNull(DaySchema),
  /** `early`: the run before the auction; `null`: the latest. */
  run: orNull(z.literal('early')),
  /** Instant whose knowledge is shown, RFC 3339 in UTC; `null`: now. */
  as_of: orNull(InstantSchema),
  /** Shows newer runs automatically. */
  follow: z
    .literal('true')
    .transform(() => true)
    .catch(false),
  usual: z
    .literal('true')
    .transform(() => true)
    .catch(false),
  /** `null`: the tab is not open. */
  glance: orNull(z.enum(GLANCE_TABLES)),
  /** `country`: each country's differences have their own scale. */
  scale: orNull(z.literal('country')),
  /** Period in days; `null`: the tab is not open. */
  accuracy: orNull(z.string().transform((text) => PERIOD_DAYS.find((days) => String(days) === text) ?? null)),
  /** `null`: the kind on the screen. */
  scored: orNull(ForecastRunSchema.shape.kind),
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

export const runChoice = ({ run, as_of }: Pick<View, 'run' | 'as_of'>) => ({ run, as_of })

/** Omits defaults and keeps unknown parameters. */
export function writeView(params: URLSearchParams, view: View): URLSearchParams {
  const written = new URLSearchParams(params)
  const defaults: Readonly<Record<string, unknown>> = { ...DEFAULT_VIEW }
  for (const [key, value] of Object.entries(view)) {
    if (value === null || value === defaults[key]) written.delete(key)
    else written.set(key, String(value))
  }
  return written
}

/** `push` adds a history entry, `replace` (default) changes the current one. */
type ChangeView = (change: Partial<View>, step?: 'push' | 'replace') => void

/** `writeAddress` is for a part of the page that shows the change itself: rendering the whole page keeps a slow processor busy before a press shows. */
export type ViewAddress = [view: View, changeView: ChangeView, writeAddress: ChangeView]

export function useView(): ViewAddress {
  const [params] = useSearchParams()
  const writeSearch = useWriteSearch()
  const writeAddress = useCallback<ChangeView>(
    (change, step = 'replace') => {
      const address = new URLSearchParams(window.location.search)
      writeSearch(writeView(address, { ...readView(address), ...change }).toString(), step)
    },
    [writeSearch],
  )
  return [...useChanges(readView(params), writeAddress), writeAddress]
}

/** A change shows in the caller before the router has rendered it, and adds to changes not yet rendered. */
export function useChanges(view: View, writeAddress: ChangeView): [view: View, changeView: ChangeView] {
  const [changed, show] = useOptimistic<View, Partial<View>>(view, (shown, change) => ({
    ...shown,
    ...change,
  }))
  const changeView = useCallback<ChangeView>(
    (change, step) =>
      startTransition(() => {
        show(change)
        writeAddress(change, step)
      }),
    [show, writeAddress],
  )
  return [changed, changeView]
}

/** Dragging the slider must not write every hour. */
const SETTLE_MS = 250

export function useHourInAddress(chosenHour: number, [view, changeView]: ViewAddress): void {
  const isWritten = view.hour === chosenHour
  useEffect(() => {
    if (isWritten) return undefined
    const timer = setTimeout(() => changeView({ hour: chosenHour }), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [chosenHour, isWritten, changeView])
}
