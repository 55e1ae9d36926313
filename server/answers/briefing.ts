import type { RouteOptions } from 'fastify'

import type { AccuracyAnswer, ForecastRun, RunInput } from '#contract/accuracy.ts'
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
import { changesOf, changeWords } from '#contract/change-words.ts'
import { COUNTRIES, FORECAST_AREAS } from '#contract/countries.ts'
import {
  type DataDaysAnswer,
  DAY_STATES,
  isDoubt,
  isGap,
  ITEM_OF,
  lateWords,
  STATE_WORDS,
  unknownWords,
} from '#contract/data-days.ts'
import { hourSpans, sheetCoverage, type SheetRow, USUAL_MARKS, usualMark } from '#contract/day-sheet.ts'
import { RAMP_NAME } from '#contract/forecast.ts'
import { formatDifferenceMw, formatMw, formatRange } from '#contract/power-text.ts'
import { type DayErrorRow, PARTS_AND_RESIDUAL } from '#contract/row-tables.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { addDays, zoneOffset } from '#contract/zone-time.ts'
import { composeAccuracyAnswer, describeHead } from '#server/answers/accuracy/accuracy-answer.ts'
import { composeDayErrors } from '#server/answers/accuracy/day-errors.ts'
import type { AnswerJson } from '#server/answers/answer-once.ts'
import { toStamp } from '#server/clock.ts'
import { newest } from '#server/forecast/runs/kept/run-rules.ts'
import { deadlinesOf, marketDayOf, shortDay } from '#server/forecast/runs/market-day.ts'
import { call } from '#server/http/call.ts'
import { dayAt, tomorrowAt } from '#server/series/calendar/local-calendar.ts'
import { type Known, KNOWN_NOW, momentOf } from '#server/series/known.ts'
import { MINUTE_MS } from '#server/series/series.ts'

import { composeDataDays, type DataDaysParts } from './data-days.ts'
import { composeChangeRows } from './day/day-rows.ts'
import { clocksOf, localDay, readDay, ruleOfDay } from './day/read-day.ts'
import type { AreaDay, DayParts, DayRequest } from './day/read-day.ts'
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
/** Id of the parts of a change on the model page, and how its metrics name what is compared with. */
const MISSED_PART = '#change-heading'
const METRIC_OF = { previous: 'against-previous', early: 'against-auction' }

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })
const hourOfClock = (clock: string) => String(Number.parseInt(clock, 10))

/** The address of a view of the model page, and a part of that page. */
type AddressOf = (view: Readonly<Record<string, string>>, part?: string) => string

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
          format === undefined ? request.headers.accept?.startsWith('text/plain') : format === 'text'
        return answerJson(request, reply, {
          kind: BRIEFING_PATH,
          name: JSON.stringify([Math.floor(clock() / CACHED_MS), areas, wanted, isText]),
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

/** The briefing of some countries, in their order. Rejects with a `DatabaseError`. */
async function composeBriefing(
  parts: BriefingParts,
  areas: readonly MemberCode[],
  wanted: DayRequest,
): Promise<Briefing> {
  const { day, zone, known } = wanted
  const countries = areas.flatMap((area) => COUNTRIES.filter((country) => country.area === area))
  const sheet = await composeDaySheet(parts, wanted, areas)
  const forecastOf = await readDay(parts, areas, PARTS_AND_RESIDUAL, wanted)
  const marketDay = marketDayOf(day)
  const runs = await parts.store.runs(areas, { from: marketDay, to: marketDay })
  const changes = {
    previous: await composeChangeRows(parts, { ...wanted, against: 'previous' }, areas, forecastOf),
    early: await composeChangeRows(parts, { ...wanted, against: 'early' }, areas, forecastOf),
  }
  const todayUtc = dayAt(Math.min(parts.clock(), known.endedByUtc), zone).fromUtc
  const nothing = `There ${known.asOf === null ? 'is' : 'was'} no forecast${day.fromUtc > todayUtc ? ' yet' : ''}.`
  const answer: Briefing = { day: day.date, zone, countries: [] }
  // One after the other: the past of all countries at once would take much memory.
  for (const { area, code, name } of countries) {
    const addressOf: AddressOf = (view, part = '') => {
      const asOf = known.asOf === null ? {} : { as_of: toStamp(momentOf(known, day)) }
      const query = new URLSearchParams({ country: code, day: day.date, ...view, ...asOf })
      return `/model?${query.toString()}&tz=${zone.replaceAll('+', '%2B')}${part}`
    }
    const runOf = (kind: Known['run']) => {
      const run = ruleOfDay({ day, known: { ...known, run: kind } })(runs).find(
        (other) => other.area === area,
      )
      return run && describeHead(run)
    }
    const [run, previous, early] = [runOf(null), runOf('previous'), runOf('early')]
    const isEarly = ({ issuedAt }: ForecastRun) => issuedAt === early?.issuedAt
    const rowOf = (of: SheetRow['quantity']) =>
      sheet.rows.find((row) => row.code === code && row.quantity === of)
    /** The hour that changed most, and by which part. */
    const changeLine = (base: 'previous' | 'early', since = base === 'early' ? early : previous) => {
      const all =
        since === undefined || since.issuedAt === run?.issuedAt ? [] : changesOf(changes[base], code)
      const [most] = all.toSorted((a, b) => Math.abs(b.residual_mw) - Math.abs(a.residual_mw))
      if (since === undefined || most === undefined) return null
      const leastMw = toldChangeMw(rowOf('load')?.figures.highest?.valueMw ?? Infinity)
      const clock = clockText(most.time_utc, zone, day.date)
      const words = `${clockText(Date.parse(since.as_of), zone, addDays(day.date, -1))}${isEarly(since) ? ', the run before the auction' : ''}`
      const isTold = Math.abs(most.residual_mw) >= leastMw
      const { time_utc: _, area: __, ...change } = most
      return {
        subject: 'Change' as const,
        sentence: isTold
          ? `Since ${words}: ${changeWords(most, clock)}.`
          : `No change above ${formatMw(leastMw)} MW since ${words}.`,
        address: addressOf({ metric: METRIC_OF[base], hour: hourOfClock(clock) }, MISSED_PART),
        figures: { against: base, since_utc: since.as_of, told_from_mw: leastMw, hour: clock, ...change },
      }
    }
    const accuracy = await composeAccuracyAnswer(parts, { ...wanted, country: code })
    const errorDay = localDay(accuracy.yesterday.day, zone)
    const errors = await composeDayErrors(parts, { area, span: errorDay, zone, known, todayUtc })
    const ofToday = { area, from: addDays(marketDay, -1), to: marketDay }
    // The data calendar knows only what is there now.
    const data = known.asOf === null ? await composeDataDays(parts, ofToday) : null
    const lines = [
      forecastLine(
        rowOf('residual'),
        sheet.hours,
        forecastOf(area, 'residual'),
        clocksOf(day),
        addressOf,
        nothing,
      ),
      changeLine('previous'),
      previous !== undefined && isEarly(previous) ? null : changeLine('early'),
      errorLine(accuracy, errors[0], addressOf),
      dataLine(data, marketDay, run?.missingInputs ?? [], addressOf),
    ]
    answer.countries.push({ area, name, lines: lines.filter((line) => line !== null) })
  }
  return answer
}

/** `10:00`; of another day than this one `Nov 20, 10:00`. */
function clockText(utc: number, zone: string, usualDate: string): string {
  const wall = new Date(utc + zoneOffset(zone)(utc)).toISOString()
  const clock = wall.slice(11, 16)
  return wall.startsWith(usualDate) ? clock : `${shortDay(wall.slice(0, 10))}, ${clock}`
}

/** The smallest change that is told of a country with this highest load, in whole tens of MW. */
const toldChangeMw = (loadMw: number) =>
  Math.max(10, Math.min(TOLD_CHANGE.mw, Math.round((loadMw * TOLD_CHANGE.shareOfLoad) / 10) * 10))

function forecastLine(
  row: SheetRow | undefined,
  hours: number,
  { final, p10, p90, run }: AreaDay,
  clocks: readonly string[],
  addressOf: AddressOf,
  nothing: string,
): BriefingLine {
  const { lowest = null, highest = null, ramp = null } = row?.figures ?? {}
  if (row === undefined || lowest === null || highest === null)
    return { subject: 'Forecast', sentence: nothing, address: addressOf({}), figures: {} }
  const { mayReachZero, usualHighest: usual } = row
  const [low, high] = Object.entries({ lowest, highest }).map(([name, { clock, valueMw }]) => {
    // A clock comes twice where clocks go back.
    const hour = clocks.findIndex((other, index) => other === clock && final[index] === valueMw)
    const [p10Mw, p90Mw] = [p10[hour] ?? null, p90[hour] ?? null]
    const band = p10Mw === null ? '' : ` (P10–P90 ${formatRange(p10Mw, p90Mw)})`
    const moment = { [`${name}_mw`]: valueMw, [`${name}_hour`]: clock }
    const figures = { ...moment, [`${name}_p10_mw`]: p10Mw, [`${name}_p90_mw`]: p90Mw }
    return { words: `${formatMw(valueMw)} at ${clock}${band}`, figures }
  })
  const mark = usualMark(row)
  const coverage = sheetCoverage(row, hours)
  const sentence = [
    `Lowest ${low?.words}, highest ${high?.words.replace('P10–P90 ', '')} MW`,
    usual && (mark === null ? ', within its usual range' : `, ${USUAL_MARKS[mark]}`),
    ramp && `; ${RAMP_NAME} ${formatDifferenceMw(ramp.valueMw)} MW to ${ramp.clock}`,
    '.',
    mayReachZero?.length === 0 && ' P10 stays above zero.',
    mayReachZero?.length && ` May reach zero (P10 ≤ 0): ${hourSpans(mayReachZero)}.`,
    coverage !== null && ` Only ${coverage} have a value.`,
  ]
  return {
    subject: 'Forecast',
    sentence: sentence.filter(Boolean).join(''),
    address: addressOf({ glance: 'final', hour: hourOfClock(lowest.clock) }),
    figures: {
      issued_utc: run && toStamp(run.issuedAtUtc),
      ...low?.figures,
      ...high?.figures,
      usual_p10_mw: usual && usual.p10_mw,
      usual_p90_mw: usual && usual.p90_mw,
      ramp_mw: ramp && ramp.valueMw,
      ramp_hour: ramp && ramp.clock,
      may_reach_zero: mayReachZero,
    },
  }
}

function errorLine(
  { yesterday: { day, finalMaeMw, tsoMaeMw } }: AccuracyAnswer,
  row: DayErrorRow | undefined,
  addressOf: AddressOf,
): BriefingLine | null {
  const worst = row?.worst_part
  if (finalMaeMw === null || !row || !worst) return null
  const worstMw = row[`${worst}_mae_mw`]
  const tso = tsoMaeMw === null ? 'no TSO forecast to compare with' : `the TSO’s ${formatMw(tsoMaeMw)}`
  return {
    subject: 'Error',
    sentence: `${shortDay(day)}: ${formatMw(finalMaeMw)} MW on average, ${tso}; ${worst} missed most, by ${formatMw(worstMw)}.`,
    address: addressOf({ day }, MISSED_PART),
    figures: { day, mae_mw: finalMaeMw, tso_mae_mw: tsoMaeMw, worst_part: worst, worst_part_mae_mw: worstMw },
  }
}

/** Doubtful, missing and late actual values of the day before delivery, and what the runs lacked. */
function dataLine(
  data: DataDaysAnswer | null,
  day: string,
  missingInputs: readonly RunInput[],
  addressOf: AddressOf,
): BriefingLine | null {
  const today = addDays(day, -1)
  const { marks: all, delays, unknownHours } = data ?? { marks: [], delays: [], unknownHours: [] }
  const marks = all.filter((mark) => !ITEM_OF[mark.item].isForecast && (isGap(mark) || isDoubt(mark)))
  const late = delays.filter(({ sinceDay }) => sinceDay !== null && sinceDay <= today)
  const unknown = unknownHours.filter((hours) => hours.day === day)
  if ([marks, late, unknown, missingInputs].every(({ length }) => length === 0)) return null
  const doubts = DAY_STATES.flatMap((state) => {
    const items = marks.filter((mark) => mark.state === state).map(({ item }) => item)
    return items.length === 0 ? [] : [`${list.format(items)} ${STATE_WORDS[state].word}`]
  })
  const lacked = missingInputs.map((input) =>
    input === 'recent actuals' ? 'actual values of the morning' : input,
  )
  const sentences = [
    doubts.length > 0 && `Actual values of ${shortDay(today)}: ${doubts.join('; ')}.`,
    ...late.map(lateWords),
    lacked.length > 0 && `The run lacked ${list.format(lacked)}.`,
    ...unknown.map((hours) => unknownWords(hours)),
  ]
  return {
    subject: 'Data',
    sentence: sentences.filter(Boolean).join(' '),
    address: marks.length + late.length === 0 ? addressOf({}) : '/data',
    figures: {
      doubts,
      late: late.map(({ quantity }) => quantity),
      missing_inputs: [...missingInputs],
      unknown_hours: unknown[0]?.hours ?? 0,
      more_error_percent: unknown[0]?.moreErrorPercent ?? null,
    },
  }
}
