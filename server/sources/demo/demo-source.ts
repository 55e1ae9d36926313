import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { dayAt, daysTouching, tomorrowAt } from '#server/calendar/local-calendar.ts'
import type { Clock } from '#server/clock.ts'
import { byQuantity, QUANTITIES } from '#server/series/series.ts'
import type { ByQuantity, Kind, Quantity, SeriesBlock } from '#server/series/series.ts'
import type { EarlierForecast } from '#server/series/store/forecast-versions.ts'
import { type Feed, readWhole, type Source } from '#server/sources/source.ts'

import { DEMO_AREAS, demoArea, type DemoArea } from './areas.ts'
import { loadMw } from './load.ts'
import { type Curve, noise } from './noise.ts'
import { limited, solarMw, weatherOver, windMw } from './weather.ts'

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

/** `early tso`: the TSO's forecast two days ahead. */
type DemoKind = Exclude<Kind, 'model'> | 'early tso'

/** An error that lasts for weeks, in level and by hour of the day. Mean 0, deviation 1. */
function habitOf(quantity: Quantity, area: DemoArea): Curve {
  const level = noise(`${quantity} level`, area, 240, 6)
  const noon = noise(`${quantity} noon`, area, 240, 6)
  return (utc) => {
    const angle = 2 * Math.PI * (utc / DAY_MS + area.longitude / 360)
    // The constant part keeps the forecast of a cloudless day from being marked as copied.
    const daily = noon(utc) * Math.cos(angle) - Math.sin(angle)
    return (level(utc) + Math.SQRT2 * daily) / Math.sqrt(3)
  }
}

/** Deviation, as a share of the value. */
const HABIT_SIZE = { solar: 0.035, wind: 0.05 } as const

/** Error of a day-ahead forecast beyond its weather's, as a share of the value. */
function errorOf(quantity: Quantity, area: DemoArea): Curve {
  const habit = habitOf(quantity, area)
  if (quantity !== 'load') return (utc) => HABIT_SIZE[quantity] * limited(habit(utc))
  // A quarter of the variance is habit.
  const unknown = noise('unknown load', area, 3, 6)
  return (utc) =>
    1.2 * area.loadErrorShare * limited(Math.sqrt(0.25) * habit(utc) + Math.sqrt(0.75) * unknown(utc))
}

/** Additional error two days ahead, as a share of the value. */
const EARLY_ERROR: ByQuantity<number> = { load: 0.015, solar: 0.08, wind: 0.1 }

/** Relative to what the weather implies. */
function shareOf(kind: DemoKind, quantity: Quantity, area: DemoArea): Curve {
  if (kind === 'actual') return () => 1
  const error = errorOf(quantity, area)
  if (kind === 'tso') return (utc) => 1 + error(utc)
  const early = noise(`early ${quantity}`, area, 2, 6)
  return (utc) => (1 + error(utc)) * (1 + EARLY_ERROR[quantity] * early(utc))
}

/** Residual load as a share of the load. */
const CURTAILED_BELOW = 0.08

export function demoPower(area: DemoArea, kind: DemoKind): (utc: number) => ByQuantity<number> {
  const weather = weatherOver(area, kind === 'actual' ? 'actual' : 'tso')
  const power = { load: loadMw(area), solar: solarMw(area, weather), wind: windMw(area, weather) }
  const share = byQuantity((quantity) => shareOf(kind, quantity, area))
  // Zones inside a national grid export their surplus. The TSO underestimates curtailment: a correcting model can learn it.
  const curtailed = area.code.includes('-') ? 0 : kind === 'actual' ? 0.6 : 0.42
  return (utc) => {
    const load = power.load(utc) * share.load(utc)
    const solar = power.solar(utc) * share.solar(utc)
    const wind = power.wind(utc) * share.wind(utc)
    const excess = solar + wind - (1 - CURTAILED_BELOW) * load
    const kept = excess > 0 ? 1 - (curtailed * excess) / (solar + wind) : 1
    return { load, solar: kept * solar, wind: kept * wind }
  }
}
