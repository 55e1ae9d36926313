import type { RouteOptions } from 'fastify'

import type { AccuracyAnswer, ForecastRun } from '#contract/accuracy.ts'
import type { MemberCode } from '#contract/areas.ts'
import {
  type Briefing,
  BRIEFING_PATH,
  type BriefingLine,
  BriefingQuerySchema,
  BriefingSchema,
  briefingText,
  MAX_FOLLOWED,
} from '#contract/briefing.ts'
import { type Change, changesOf, changeWords } from '#contract/change-words.ts'
import { COUNTRIES, FORECAST_AREAS } from '#contract/countries.ts'
import { type DataDaysAnswer, isDoubt, isGap, ITEM_OF, STATE_WORDS } from '#contract/data-days.ts'
import { hourSpans, sheetCoverage, type SheetRow, USUAL_MARKS, usualMark } from '#contract/day-sheet.ts'
import { RAMP_NAME } from '#contract/forecast.ts'
import { formatDifferenceMw, formatMw, formatRange, formatShare } from '#contract/power-text.ts'
import type { DayErrorRow } from '#contract/row-tables.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { addDays, zoneOffset } from '#contract/zone-time.ts'
import { composeAccuracyAnswer, describeHead } from '#server/answers/accuracy/accuracy-answer.ts'
import { composeDayErrors } from '#server/answers/accuracy/day-errors.ts'
import type { AnswerJson } from '#server/answers/answer-once.ts'
import { toStamp } from '#server/clock.ts'
import { deadlinesOf } from '#server/forecast/runs/market-day.ts'
import { call } from '#server/http/call.ts'
import { dayAt } from '#server/series/calendar/local-calendar.ts'
import { MINUTE_MS } from '#server/series/series.ts'

import { composeDataDays, type DataDaysParts } from './data-days.ts'
import { composeChangeRows } from './day/day-rows.ts'
import {
  type AreaDay,
  clocksOf,
  type DayParts,
  type DayRequest,
  localDay,
  marketDayOf,
  readDay,
  ruleOf,
} from './day/read-day.ts'
import { composeDaySheet } from './day/sheet-answer.ts'
import { isWorkday } from './day/usual.ts'
import { parseDay, REFUSALS } from './rows/series-request.ts'

export type BriefingParts = DayParts &
  DataDaysParts & {
    /** The countries that a user follows. */
    readFollowed: (userId: number) => Promise<readonly MemberCode[]>
    /** Address of the pages for texts; null if the operator has not set it. */
    site: string | null
  }

/** A change is told from this on, or from this share of the day's highest load where that is less. */
const TOLD_CHANGE = { mw: 200, shareOfLoad: 0.02 }
/** The time decides too which values are late. */
const CACHED_MS = 5 * MINUTE_MS
/** The daily message waits so long for the run of 08:50, since none is made where nothing new is known: until 09:00. */
const AWAITED_MS = 10 * MINUTE_MS
/** How far back an item must have a value to count as one that is published, as in the data calendar. */
const CALENDAR_DAYS = 60

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })
const dayName = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})
const nameOfDay = (date: string) => dayName.format(new Date(date))

type Wanted = Omit<DayRequest, 'kind'>
type LineOf<Subject> = Omit<Extract<BriefingLine, { subject: Subject }>, 'subject'>

/** `GET /api/v1/briefing`: what matters of a day, country by country, in sentences with their figures. */
export function createBriefingRoute(parts: BriefingParts & { answerJson: AnswerJson }): RouteOptions[] {
  const { answerJson, clock, readFollowed, site } = parts
  return [
    call(
      {
        method: 'GET',
        path: BRIEFING_PATH,
        who: 'reader',
        summary:
          'A day of some countries in sentences and figures: forecast, changes, the last error and faults of the data',
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
          (format ?? (request.headers.accept?.startsWith('text/plain') ? 'text' : 'json')) === 'text'
        const { day, zone, knownUtc } = wanted
        const state = [Math.floor(clock() / CACHED_MS), areas, day.date, zone, knownUtc, isText]
        reply.header('vary', 'accept')
        return answerJson(request, reply, {
          kind: BRIEFING_PATH,
          name: JSON.stringify(state),
          type: isText ? 'text/plain' : 'application/json',
          make: async () => {
            const briefing = await composeBriefing(parts, areas, wanted)
            return isText ? Buffer.from(`${briefingText(briefing, site)}\n`) : briefing
          },
        })
      },
    ),
  ]
}

/** The briefing of a user's countries for the market's tomorrow as text, on a working day once the run of 08:50 is there; else null. Rejects with a `DatabaseError`. */
export async function readDueBriefing(parts: BriefingParts, userId: number): Promise<string | null> {
  const nowUtc = parts.clock()
  const today = dayAt(nowUtc, MARKET_ZONE)
  const day = dayAt(today.toUtc, MARKET_ZONE)
  const { auctionRunUtc } = deadlinesOf(day.date)
  if (nowUtc < auctionRunUtc) return null
  const areas = await parts.readFollowed(userId)
  if (!isWorkday(today.date, areas)) return null
  const briefing = await composeBriefing(parts, areas, { day, zone: MARKET_ZONE, knownUtc: null })
  const madeUtc = briefing.countries.flatMap(({ lines }) =>
    lines.flatMap((line) => (line.subject === 'forecast' ? [Date.parse(line.figures.issuedAt ?? '')] : [])),
  )
  const isReady =
    madeUtc.every((utc) => utc >= auctionRunUtc) ||
    (nowUtc >= auctionRunUtc + AWAITED_MS && !madeUtc.every(Number.isNaN))
  return isReady ? briefingText(briefing, parts.site) : null
}

/** The briefing of some countries, in their order. Rejects with a `DatabaseError`. */
export async function composeBriefing(
  parts: Omit<BriefingParts, 'readFollowed' | 'site'>,
  areas: readonly MemberCode[],
  wanted: Wanted,
): Promise<Briefing> {
  const { day, zone, knownUtc } = wanted
  const countries = areas.flatMap((area) => COUNTRIES.filter((country) => country.area === area))
  const sheet = await composeDaySheet(parts, wanted, countries)
  const forecasts = await readDay(parts, areas, ['residual'], wanted)
  const marketDay = marketDayOf(day)
  const runs = await parts.store.runs(areas, { from: marketDay, to: marketDay })
  const changes = {
    previous: await composeChangeRows(parts, { ...wanted, against: 'previous' }, areas),
    early: await composeChangeRows(parts, { ...wanted, against: 'early' }, areas),
  }
  const todayUtc = dayAt(Math.min(parts.clock(), knownUtc ?? Infinity), zone).fromUtc
  const answer: Briefing = { day: day.date, zone, countries: [] }
  for (const { area, code, name } of countries) {
    const runOf = (kind?: 'previous' | 'early') => {
      const run = ruleOf({ kind, knownUtc })(runs).find((other) => other.area === area)
      return run === undefined ? null : describeHead(run)
    }
    const [run, previous, early] = [runOf(), runOf('previous'), runOf('early')]
    const rowOf = (quantity: SheetRow['quantity']) =>
      sheet.rows.find((row) => row.code === code && row.quantity === quantity)
    const [residual, load] = [rowOf('residual'), rowOf('load')]
    const addressOf: AddressOf = (view, part = '') => {
      const asOf = knownUtc === null ? {} : { as_of: toStamp(knownUtc) }
      return `/model?${new URLSearchParams({ country: code, day: day.date, ...view, ...asOf, tz: zone }).toString()}${part}`
    }
    const accuracy = await composeAccuracyAnswer(parts, { ...wanted, country: code })
    const errorDay = localDay(accuracy.yesterday.day, zone)
    const errors = await composeDayErrors(parts, { area, span: errorDay, zone, knownUtc, todayUtc })
    // The calendar knows only what is there now.
    const data =
      knownUtc === null
        ? await composeDataDays(parts, {
            area,
            from: addDays(marketDay, -CALENDAR_DAYS),
            to: addDays(marketDay, 1),
          })
        : null
    const sinceLast = previous && run && { base: 'previous' as const, since: previous }
    const sinceAuction =
      early && run && early.issuedAt !== run.issuedAt && early.issuedAt !== previous?.issuedAt
        ? { base: 'early' as const, since: early }
        : null
    const lines: BriefingLine[] = [
      {
        subject: 'forecast',
        ...forecastLine(residual, sheet.hours, forecasts(area, 'residual'), clocksOf(day), run, addressOf),
      },
    ]
    for (const of of [sinceLast, sinceAuction]) {
      if (of === null) continue
      const clockOf = (stamp: string) => clockText(Date.parse(stamp), zone, addDays(day.date, -1))
      const line = changeLine(
        changesOf(changes[of.base], code),
        {
          base: of.base,
          since: of.since.as_of,
          words: `${clockOf(of.since.as_of)}${of.since.issuedAt === early?.issuedAt ? ', the run before the auction' : ''}`,
          leastMw: toldChangeMw(load),
          zone,
        },
        addressOf,
      )
      if (line !== null) lines.push({ subject: 'change', ...line })
    }
    const error = errorLine(accuracy, errors[0], addressOf)
    if (error !== null) lines.push({ subject: 'error', ...error })
    const faults = dataLine(data, addDays(marketDay, -1), run, addressOf)
    if (faults !== null) lines.push({ subject: 'data', ...faults })
    answer.countries.push({ area, name, lines })
  }
  return answer
}

/** The address of a view of the model page, and a part of that page. */
type AddressOf = (view: Readonly<Record<string, string>>, part?: string) => string

/** `10:00`; of another day than this one `Nov 20, 10:00`. */
function clockText(utc: number, zone: string, usualDate: string): string {
  const wall = new Date(utc + zoneOffset(zone)(utc)).toISOString()
  const clock = wall.slice(11, 16)
  return wall.startsWith(usualDate) ? clock : `${nameOfDay(wall.slice(0, 10))}, ${clock}`
}

function forecastLine(
  row: SheetRow | undefined,
  hours: number,
  { final, p10, p90 }: AreaDay,
  clocks: readonly string[],
  run: ForecastRun | null,
  addressOf: AddressOf,
): LineOf<'forecast'> {
  const { lowest = null, highest = null, ramp = null } = row?.figures ?? {}
  const banded = (moment: typeof lowest) => {
    const hour = clocks.findIndex(
      (clock, index) => clock === moment?.clock && final[index] === moment.valueMw,
    )
    return moment && { ...moment, p10Mw: p10[hour] ?? null, p90Mw: p90[hour] ?? null }
  }
  const [low, high] = [banded(lowest), banded(highest)]
  const mark = row === undefined ? null : usualMark(row)
  const usual = row?.usualHighest ?? null
  const figures = {
    issuedAt: run?.as_of ?? null,
    lowest: low,
    highest: high,
    ramp,
    mayReachZero: row?.mayReachZero ?? null,
    usual: usual && {
      p10Mw: usual.p10_mw,
      p90Mw: usual.p90_mw,
      is: mark === '▲' ? ('above' as const) : mark === '▼' ? ('below' as const) : ('within' as const),
    },
  }
  if (row === undefined || low === null || high === null)
    return { sentence: 'There is no forecast yet.', address: addressOf({}), figures }
  const words = ({ valueMw, clock, p10Mw, p90Mw }: typeof low, band = '') =>
    `${formatMw(valueMw)} at ${clock}${p10Mw === null ? '' : ` (${band}${formatRange(p10Mw, p90Mw)})`}`
  const coverage = sheetCoverage(row, hours)
  const sentences = [
    `Lowest ${words(low, 'P10–P90 ')}, highest ${words(high)} MW`,
    ...(usual === null ? [] : [mark === null ? ', within its usual range' : `, ${USUAL_MARKS[mark]}`]),
    ...(ramp === null ? [] : [`; ${RAMP_NAME} ${formatDifferenceMw(ramp.valueMw)} MW to ${ramp.clock}`]),
    '.',
    ...(row.mayReachZero === null
      ? []
      : [
          row.mayReachZero.length === 0
            ? ' P10 stays above zero.'
            : ` May reach zero (P10 ≤ 0): ${hourSpans(row.mayReachZero)}.`,
        ]),
    ...(coverage === null ? [] : [` Only ${coverage} have a value.`]),
  ]
  const address = addressOf({ glance: 'sheet', cell: 'lowest', hour: String(Number.parseInt(low.clock, 10)) })
  return { sentence: sentences.join(''), address, figures }
}

/** The smallest change that is told of a country with such a load, in whole tens of MW. */
function toldChangeMw(load: SheetRow | undefined): number {
  const highestMw = load?.figures.highest?.valueMw ?? Infinity
  return Math.max(10, Math.min(TOLD_CHANGE.mw, Math.round((highestMw * TOLD_CHANGE.shareOfLoad) / 10) * 10))
}

function changeLine(
  changes: readonly Change<number>[],
  of: { base: 'previous' | 'early'; since: string; words: string; leastMw: number; zone: string },
  addressOf: AddressOf,
): LineOf<'change'> | null {
  const [first, ...others] = changes
  if (first === undefined) return null
  const largest = others.reduce(
    (far, one) => (Math.abs(one.residual_mw) > Math.abs(far.residual_mw) ? one : far),
    first,
  )
  const utc = largest.time_utc
  const clock = clockText(utc, of.zone, new Date(utc + zoneOffset(of.zone)(utc)).toISOString().slice(0, 10))
  const isTold = Math.abs(largest.residual_mw) >= of.leastMw
  return {
    sentence: isTold
      ? `Since ${of.words}: ${changeWords(largest, clock)}.`
      : `No change above ${formatMw(of.leastMw)} MW since ${of.words}.`,
    address: addressOf(
      {
        metric: of.base === 'early' ? 'against-auction' : 'against-previous',
        hour: String(Number.parseInt(clock, 10)),
      },
      '#change-heading',
    ),
    figures: {
      against: of.base,
      since: of.since,
      leastMw: of.leastMw,
      largest: isTold
        ? {
            valueMw: largest.residual_mw,
            clock,
            loadMw: largest.load_mw,
            solarMw: largest.solar_mw,
            windMw: largest.wind_mw,
          }
        : null,
    },
  }
}

function errorLine(
  { yesterday, scores }: AccuracyAnswer,
  row: DayErrorRow | undefined,
  addressOf: AddressOf,
): LineOf<'error'> | null {
  const { day, finalMaeMw, tsoMaeMw } = yesterday
  if (finalMaeMw === null) return null
  const worstPart = row?.worst_part ?? null
  const worstPartMaeMw = (row && row[`${row.worst_part}_mae_mw`]) ?? null
  const tso =
    tsoMaeMw !== null
      ? `, the TSO’s ${formatMw(tsoMaeMw)} MW${closerWords(finalMaeMw, tsoMaeMw)}`
      : scores.tsoForecast === 'copied'
        ? '; the TSO publishes no real forecast'
        : '; no TSO forecast to compare with'
  const worst = worstPart === null ? '' : ` Its ${worstPart} missed most, by ${formatMw(worstPartMaeMw)} MW.`
  return {
    sentence: `${nameOfDay(day)}: ${formatMw(finalMaeMw)} MW on average${tso}.${worst}`,
    address: addressOf({ day }, '#change-heading'),
    figures: { day, finalMaeMw, tsoMaeMw, worstPart, worstPartMaeMw },
  }
}

/** ` (48.0% closer)`, or ` (12.5% farther off)`. */
function closerWords(finalMaeMw: number, tsoMaeMw: number): string {
  if (tsoMaeMw === 0 || finalMaeMw === tsoMaeMw) return ''
  const share = formatShare(Math.abs(finalMaeMw / tsoMaeMw - 1))
  return ` (ours ${share} ${finalMaeMw < tsoMaeMw ? 'closer' : 'farther off'})`
}

function dataLine(
  data: DataDaysAnswer | null,
  today: string,
  run: ForecastRun | null,
  addressOf: AddressOf,
): LineOf<'data'> | null {
  const marks = (data?.marks ?? []).filter(
    (mark) => mark.days.includes(today) && (isGap(mark) || (isDoubt(mark) && !ITEM_OF[mark.item].isForecast)),
  )
  const missingInputs = run?.missingInputs ?? []
  if (marks.length === 0 && missingInputs.length === 0) return null
  const words = [...new Set(marks.map(({ state }) => state))].map((state) => {
    const items = marks.filter((mark) => mark.state === state).map(({ item }) => item)
    return `${list.format(items)} ${STATE_WORDS[state].word}`
  })
  const unpublished = missingInputs.flatMap((input) =>
    input === 'recent actuals' ? [] : [input.replace(' forecast', '')],
  )
  const lacked = [
    ...(unpublished.length === 0 ? [] : [`the TSO’s forecast of ${list.format(unpublished)}`]),
    ...(missingInputs.includes('recent actuals') ? ['this morning’s actual values'] : []),
  ]
  const sentences = [
    ...(words.length === 0 ? [] : [`Actual values of ${nameOfDay(today)}: ${words.join('; ')}.`]),
    ...(lacked.length === 0 ? [] : [`The run lacked ${list.format(lacked)}.`]),
  ]
  return {
    sentence: sentences.join(' '),
    address: marks.length === 0 ? addressOf({}) : '/data',
    figures: { marks: marks.map(({ item, state }) => ({ item, state })), missingInputs: [...missingInputs] },
  }
}
