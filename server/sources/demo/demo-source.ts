import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { dayAt, daysTouching, tomorrowAt } from '#server/calendar/local-calendar.ts'
import type { Clock } from '#server/clock.ts'
import { QUANTITIES, type Kind, type SeriesBlock } from '#server/series/series.ts'
import type { EarlierForecast } from '#server/series/store/forecast-versions.ts'
import { readWhole, type Feed, type Source } from '#server/sources/source.ts'

import { DEMO_AREAS, demoArea } from './areas.ts'
import { demoPower, type DemoKind } from './values.ts'

const ACTUAL_DELAY_MS = HOUR_MS
/** Beyond the end of tomorrow, so that zones to the west have their whole day. */
const BEYOND_TOMORROW_MS = 2 * HOUR_MS
const EARLIER_FORECASTS_MS = 2 * DAY_MS
/** First versions are 6 h older than the midnight version. */
const FIRST_VERSION_LEAD_MS = 6 * HOUR_MS

const FEEDS: readonly Feed[] = DEMO_AREAS.flatMap(({ code: area }) =>
  (['tso', 'actual'] as const).map((kind) => ({ area, kind, quantities: QUANTITIES })),
)

function publishedUntilUtc(kind: Exclude<Kind, 'model'>, now: number): number {
  if (kind === 'actual') return Math.floor((now - ACTUAL_DELAY_MS) / HOUR_MS) * HOUR_MS
  return tomorrowAt(now, MARKET_ZONE).toUtc + BEYOND_TOMORROW_MS
}

function blocksOf(feed: Feed, span: Span, now: number, from: DemoKind = feed.kind): SeriesBlock[] {
  const { area, kind, quantities } = feed
  const { stepMinutes } = demoArea(area)
  const stepMs = stepMinutes * MINUTE_MS
  const startsAtUtc = Math.ceil(span.fromUtc / stepMs) * stepMs
  const count = Math.ceil((Math.min(span.toUtc, publishedUntilUtc(kind, now)) - startsAtUtc) / stepMs)
  if (count <= 0) return []
  const powerAt = demoPower(demoArea(area), from)
  const common = { area, kind, startsAtUtc, stepMinutes }
  const blocks = quantities.map((quantity) => ({ ...common, quantity, powerMw: new Float64Array(count) }))
  for (let slot = 0; slot < count; slot += 1) {
    // The middle of the interval, in whole MW as sources publish.
    const power = powerAt(startsAtUtc + (slot + 0.5) * stepMs)
    for (const { quantity, powerMw } of blocks) powerMw[slot] = Math.round(power[quantity])
  }
  return blocks
}

/** Versions of the midnight that starts the previous day, and of 6 h before. */
function earlierForecasts(feed: Feed, span: Span, now: number): EarlierForecast[] {
  const fromUtc = Math.max(span.fromUtc, now - EARLIER_FORECASTS_MS)
  return daysTouching({ fromUtc, toUtc: span.toUtc }, MARKET_ZONE).flatMap((day) => {
    const dayBeforeUtc = dayAt(day.fromUtc - 1, MARKET_ZONE).fromUtc
    if (dayBeforeUtc > now) return []
    const firstVersion = blocksOf(feed, day, now, 'early tso')
    return [
      { publishedAtUtc: dayBeforeUtc - FIRST_VERSION_LEAD_MS, blocks: firstVersion },
      { publishedAtUtc: dayBeforeUtc, blocks: blocksOf(feed, day, now) },
    ]
  })
}

export function createDemoSource({ clock }: { clock: Clock }): Source {
  return {
    name: 'demo',
    label: 'Demo data',
    credit: null,
    licence: null,
    isDemo: true,
    maxConcurrency: 2,
    pollIntervalMs: 5 * MINUTE_MS,
    revisedForMs: 6 * HOUR_MS,
    rarelyRevisedForMs: 0,
    staleAfterMs: 3 * HOUR_MS,
    feeds: FEEDS,
    archive: null,
    // One span takes some 10 ms, so requests are answered in between. Hourly areas have a quarter of the values.
    maxSpanDays: (feed) => (demoArea(feed.area).stepMinutes === 15 ? 93 : 400),
    async fetch(feed, span, signal) {
      signal.throwIfAborted()
      return readWhole(blocksOf(feed, span, clock()))
    },
    earlierForecasts: (feed, span) => earlierForecasts(feed, span, clock()),
  }
}
