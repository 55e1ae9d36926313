import type { RouteOptions } from 'fastify'

import type { MemberCode } from '#contract/areas.ts'
import {
  type Briefing,
  BRIEFING_PATH,
  type BriefingHour,
  BriefingQuerySchema,
  BriefingSchema,
  type ForecastFigures,
  MAX_FOLLOWED,
} from '#contract/briefing.ts'
import { countryName, countryOfArea, FORECAST_AREAS } from '#contract/countries.ts'
import { isDoubt, isGap, ITEM_OF } from '#contract/data-days.ts'
import { MINUTE_MS, toStamp } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { briefingText, changeLine, dataLine, errorLine, forecastLine } from '#contract/words/briefing.ts'
import type { ChangeOf, DataOf } from '#contract/words/briefing.ts'
import { changesOf } from '#contract/words/changes.ts'
import { outsideUsual } from '#contract/words/usual.ts'
import { addDays } from '#contract/zone-time.ts'
import { composeLastError } from '#server/answers/accuracy/accuracy-answer.ts'
import type { AnswerJson } from '#server/answers/sending/answer-once.ts'
import { dayAt, hoursOf, tomorrowAt } from '#server/calendar/local-calendar.ts'
import { deadlinesOf } from '#server/forecast/runs/deadlines.ts'
import { daysReaching } from '#server/forecast/runs/kept/lay-runs.ts'
import { cutoffOf, knownHoursOf, newest } from '#server/forecast/runs/kept/run-rules.ts'
import type { StoredRun } from '#server/forecast/runs/kept/run-store.ts'
import { KNOWN_HOURS } from '#server/forecast/runs/run-kind.ts'
import { call } from '#server/http/call.ts'
import { marketDayOf } from '#server/series/forecast-days.ts'
import { type Known, KNOWN_NOW, momentOf } from '#server/series/known.ts'
import type { Quantity } from '#server/series/series.ts'

import { type DataDaysParts, describeDataDays } from './data-days.ts'
import { changeRows } from './day/day-rows.ts'
import { clocksOf, forecastsOn, keptForecasts, localDay } from './day/read-day.ts'
import type { DayParts, DayRequest } from './day/read-day.ts'
import { dayFigures } from './day/sheet-answer.ts'
import { daysLike, isWorkday, readEarlierDays, usualHours } from './day/usual.ts'
import { parseDay, REFUSALS } from './rows/series-request.ts'

/** Smallest change worth mentioning: the lesser of MW and share of the day's highest load. */
const MIN_CHANGE = { mw: 200, shareOfLoad: 0.02 }

export type BriefingParts = DayParts &
  DataDaysParts & {
    readFollowed: (userId: number) => Promise<readonly MemberCode[]>
    site: string | null
  }

/** Lateness depends on the time. */
const CACHED_MS = 5 * MINUTE_MS
/** Until 09:00 for the run of 08:50, which is not made without new inputs. */
const AWAITED_MS = 10 * MINUTE_MS
export function createBriefingRoute(parts: BriefingParts & { answerJson: AnswerJson }): RouteOptions {
  const { answerJson, clock, readFollowed, site } = parts
  return call(
    {
      method: 'GET',
      path: BRIEFING_PATH,
      who: 'reader',
      summary:
        'Briefing of a delivery day by country, in sentences and figures: forecast, changes, last error and data faults',
      parameters: BriefingQuerySchema,
      answer: BriefingSchema,
      otherAnswers: { 'text/plain': null },
      refusals: {
        ...REFUSALS,
        area: `area must be one of ${FORECAST_AREAS.join(', ')}, or up to ${MAX_FOLLOWED} of them separated by commas.`,
      },
      isQueued: true,
      hasTag: true,
    },
    async ({ parameters: { area, format, ...asked }, user, request, reply }) => {
      const wanted = parseDay(asked, clock())
      const areas = area ?? (await readFollowed(user.id))
      const isText =
        format === undefined ? request.headers.accept?.startsWith('text/plain') : format === 'text'
      return answerJson(request, reply, {
        kind: BRIEFING_PATH,
        name: JSON.stringify([Math.floor(clock() / CACHED_MS), areas, wanted, isText]),
        type: isText ? 'text/plain' : 'application/json',
        isShared: area !== undefined,
        make: async () => {
          const briefing = await composeBriefing(parts, areas, wanted)
          return isText ? Buffer.from(`${briefingText(briefing, site)}\n`) : briefing
        },
      })
    },
  )
}

/** Briefing for the market's tomorrow; null on days off, and until the run of 08:50 or the end of the wait. */
export async function readDueBriefing(parts: BriefingParts, userId: number): Promise<string | null> {
  const nowUtc = parts.clock()
  const today = dayAt(nowUtc, MARKET_ZONE)
  const day = tomorrowAt(nowUtc, MARKET_ZONE)
  const { auctionRunUtc } = deadlinesOf(day.date)
  if (nowUtc < auctionRunUtc) return null
  const areas = await parts.readFollowed(userId)
  if (!isWorkday(today.date, areas)) return null
  const heads = await parts.store.heads({ from: day.date, to: day.date })
  const made = newest(heads).filter(({ area }) => areas.includes(area))
  const isAwaited = made.filter((run) => run.issuedAtUtc >= auctionRunUtc).length < areas.length
  if (made.length === 0 || (isAwaited && nowUtc < auctionRunUtc + AWAITED_MS)) return null
  const wanted = { day, zone: MARKET_ZONE, known: KNOWN_NOW }
  return briefingText(await composeBriefing(parts, areas, wanted), parts.site)
}

async function composeBriefing(
  parts: BriefingParts,
  areas: readonly MemberCode[],
  wanted: DayRequest,
): Promise<Briefing> {
  const { day, zone, known } = wanted
  const facts = await readFacts(parts, areas, wanted)
  const as_of = known.as_of === null ? null : toStamp(momentOf(known, day))
  const countries: Briefing['countries'] = []
  for (const area of areas) {
    const view = { area, day: day.date, zone, as_of }
    const hours = hoursOfCountry(area, facts)
    const error = await composeLastError(parts, { ...wanted, area })
    const lines = [
      forecastLine(forecastFigures(hours, facts.forecastOf(area).run), hours, facts.nothing, view),
      ...changesSince(area, facts).map((change) => changeLine(change, view)),
      error && errorLine(error, view),
      dataLine(faultsOf(area, facts), view),
    ]
    const name = countryName(countryOfArea(area))
    countries.push({ area, name, hours, lines: lines.filter((line) => line !== null) })
  }
  return { day: day.date, zone, countries }
}

type Facts = Awaited<ReturnType<typeof readFacts>>

/** Facts read once for all countries. */
async function readFacts(parts: BriefingParts, areas: readonly MemberCode[], wanted: DayRequest) {
  const { day, zone, known } = wanted
  const runs = await parts.store.runs(areas, daysReaching(day))
  const forecastOf = (
    area: MemberCode,
    quantity: Quantity | 'residual' = 'residual',
    run: Known['run'] = known.run,
  ) => {
    const ofArea = runs.filter((made) => made.area === area)
    const kept = keptForecasts(ofArea, day, { ...known, run }, { quantity })
    return { ...forecastsOn(day, kept), run: kept.runOn(day) ?? null }
  }
  const earlier = await readEarlierDays(parts, [day], { areas, quantities: ['residual'], zone, known })
  const todayUtc = dayAt(Math.min(parts.clock(), known.endedByUtc), zone).fromUtc
  return {
    day,
    forecastOf,
    usualOf: (area: MemberCode) => usualHours(day, daysLike(day, earlier, [area]), [area], 'residual'),
    // The data calendar has no past states.
    data:
      known.as_of === null
        ? await describeDataDays(parts, areas, [localDay(addDays(marketDayOf(day), -1), MARKET_ZONE)])
        : null,
    nothing: `There ${known.as_of === null ? 'is' : 'was'} no forecast${day.fromUtc > todayUtc ? ' yet' : ''}.`,
  }
}

function hoursOfCountry(area: MemberCode, { day, forecastOf, usualOf }: Facts): BriefingHour[] {
  const { final, p10, p90 } = forecastOf(area)
  const usual = usualOf(area)
  const clocks = clocksOf(day)
  return hoursOf(day).map(({ fromUtc }, hour) => ({
    time_utc: toStamp(fromUtc),
    clock: clocks[hour] ?? '',
    final_mw: final[hour] ?? null,
    p10_mw: p10[hour] ?? null,
    p90_mw: p90[hour] ?? null,
    usual_p10_mw: usual[hour]?.p10_mw ?? null,
    usual_p90_mw: usual[hour]?.p90_mw ?? null,
  }))
}

function forecastFigures(hours: readonly BriefingHour[], run: StoredRun | null): ForecastFigures {
  const clocks = hours.map(({ clock }) => clock)
  const { lowest, highest, ramp } = dayFigures({ clocks, values: hours.map(({ final_mw }) => final_mw) })
  // A clock appears twice when clocks go back.
  const at = (moment: typeof lowest) =>
    hours.find(({ clock, final_mw }) => clock === moment?.clock && final_mw === moment.valueMw)
  const [low, high] = [at(lowest), at(highest)]
  const banded = hours.filter(({ p10_mw }) => p10_mw !== null)
  return {
    issued_utc: run && toStamp(run.issuedAtUtc),
    lowest_mw: lowest && lowest.valueMw,
    lowest_hour: lowest && lowest.clock,
    lowest_p10_mw: low?.p10_mw ?? null,
    lowest_p90_mw: low?.p90_mw ?? null,
    highest_mw: highest && highest.valueMw,
    highest_hour: highest && highest.clock,
    highest_p10_mw: high?.p10_mw ?? null,
    highest_p90_mw: high?.p90_mw ?? null,
    ...outsideUsual(
      hours.map(({ clock, final_mw, usual_p10_mw, usual_p90_mw }) => ({
        clock,
        mw: final_mw,
        lowMw: usual_p10_mw,
        highMw: usual_p90_mw,
      })),
    ),
    ramp_mw: ramp && ramp.valueMw,
    ramp_hour: ramp && ramp.clock,
    may_reach_zero:
      banded.length === 0
        ? null
        : banded.filter(({ p10_mw }) => p10_mw !== null && p10_mw <= 0).map(({ clock }) => clock),
  }
}

/** Changes since the previous run, and since the run before the auction if that is another. */
function changesSince(area: MemberCode, { day, forecastOf }: Facts): ChangeOf[] {
  const runOf = (kind: Known['run']) => forecastOf(area, 'residual', kind).run
  const [run, previous, early] = [runOf(null), runOf('previous'), runOf('early')]
  const load = dayFigures({ clocks: clocksOf(day), values: forecastOf(area, 'load').final })
  const toldFromMw = smallestChangeMw(load.highest?.valueMw ?? Infinity)
  const isSame = (one: StoredRun | null, other: StoredRun | null) => one?.issuedAtUtc === other?.issuedAtUtc
  const since = (base: ChangeOf['base'], from: StoredRun | null): ChangeOf[] => {
    if (from === null || isSame(from, run)) return []
    const rows = changeRows(
      day,
      [area],
      (_, quantity) => forecastOf(area, quantity).final,
      (_, quantity) => forecastOf(area, quantity, base).final,
    )
    const changes = changesOf(rows, countryOfArea(area))
    return [{ base, sinceUtc: cutoffOf(from), isEarly: isSame(from, early), changes, toldFromMw }]
  }
  return [
    ...since('previous', previous),
    ...(previous !== null && isSame(previous, early) ? [] : since('early', early)),
  ]
}

/** In whole tens of MW. */
const smallestChangeMw = (loadMw: number) =>
  Math.max(10, Math.min(MIN_CHANGE.mw, Math.round((loadMw * MIN_CHANGE.shareOfLoad) / 10) * 10))

function faultsOf(area: MemberCode, { day, data, forecastOf }: Facts): DataOf {
  const { run } = forecastOf(area)
  const [date, today] = [marketDayOf(day), addDays(marketDayOf(day), -1)]
  const ofArea = <Of extends { area: string }>(all: readonly Of[] = []) =>
    all.filter((of) => of.area === area)
  return {
    marks: ofArea(data?.marks).filter(
      (mark) => !ITEM_OF[mark.item].isForecast && (isGap(mark) || isDoubt(mark)),
    ),
    late: ofArea(data?.delays).filter(({ sinceDay }) => sinceDay !== null && sinceDay <= today),
    run: run && {
      madeUtc: cutoffOf(run),
      missingInputs: run.missingInputs,
      // Otherwise not the last hours are missing but earlier ones.
      measuredToUtc: knownHoursOf(run) < KNOWN_HOURS.early ? run.informationUtc : null,
    },
    unknown: ofArea(data?.unknownHours).find((hours) => hours.day === date) ?? null,
  }
}
