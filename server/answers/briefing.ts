import type { RouteOptions } from 'fastify'

import type { ForecastRun } from '#contract/accuracy.ts'
import type { MemberCode } from '#contract/areas.ts'
import {
  type Briefing,
  BRIEFING_PATH,
  BriefingQuerySchema,
  BriefingSchema,
  briefingText,
  MAX_FOLLOWED,
} from '#contract/briefing.ts'
import { COUNTRIES, FORECAST_AREAS } from '#contract/countries.ts'
import type { SheetRow } from '#contract/day-sheet.ts'
import { PARTS_AND_RESIDUAL } from '#contract/row-tables.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { changesOf } from '#contract/words/changes.ts'
import { addDays } from '#contract/zone-time.ts'
import { composeAccuracyAnswer, describeHead } from '#server/answers/accuracy/accuracy-answer.ts'
import { composeDayErrors } from '#server/answers/accuracy/day-errors.ts'
import type { AnswerJson } from '#server/answers/sending/answer-once.ts'
import { dayAt, tomorrowAt } from '#server/calendar/local-calendar.ts'
import { toStamp } from '#server/clock.ts'
import { deadlinesOf } from '#server/forecast/runs/deadlines.ts'
import { newest } from '#server/forecast/runs/kept/run-rules.ts'
import { call } from '#server/http/call.ts'
import { marketDayOf } from '#server/series/forecast-days.ts'
import { type Known, KNOWN_NOW, momentOf } from '#server/series/known.ts'

import { changeLine, dataLine, errorLine, forecastLine } from './briefing-lines.ts'
import type { AddressOf, ChangeOf } from './briefing-lines.ts'
import { composeDataDays, type DataDaysParts } from './data-days.ts'
import { composeChangeRows } from './day/day-rows.ts'
import { clocksOf, localDay, readDay, ruleOfDay } from './day/read-day.ts'
import type { DayParts, DayRequest } from './day/read-day.ts'
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

/** The time decides too which values are late. */
const CACHED_MS = 5 * MINUTE_MS
/** The daily message waits so long for the run of 08:50, since none is made where nothing new is known: until 09:00. */
const AWAITED_MS = 10 * MINUTE_MS
/** `GET /api/v1/briefing`: what matters of a day, country by country, in sentences with their figures. */
export function createBriefingRoute(parts: BriefingParts & { answerJson: AnswerJson }): RouteOptions {
  const { answerJson, clock, readFollowed, site } = parts
  return call(
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
  )
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
  const nothing = `There ${known.as_of === null ? 'is' : 'was'} no forecast${day.fromUtc > todayUtc ? ' yet' : ''}.`
  const answer: Briefing = { day: day.date, zone, countries: [] }
  // One after the other: the past of all countries at once would take much memory.
  for (const { area, code, name } of countries) {
    const addressOf: AddressOf = (view, part = '') => {
      const as_of = known.as_of === null ? {} : { as_of: toStamp(momentOf(known, day)) }
      const query = new URLSearchParams({ country: code, day: day.date, ...view, ...as_of })
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
    const changeSince = (base: ChangeOf['base']) => {
      const since = base === 'early' ? early : previous
      if (since === undefined || since.issuedAt === run?.issuedAt) return null
      const loadMw = rowOf('load')?.figures.highest?.valueMw ?? Infinity
      const of = { base, since, isEarly: isEarly(since), changes: changesOf(changes[base], code), loadMw }
      return changeLine(of, wanted, addressOf)
    }
    const accuracy = await composeAccuracyAnswer(parts, { ...wanted, country: code })
    const errorDay = localDay(accuracy.yesterday.day, zone)
    const errors = await composeDayErrors(parts, { area, span: errorDay, zone, known, todayUtc })
    const ofToday = { area, from: addDays(marketDay, -1), to: marketDay }
    // The data calendar knows only what is there now.
    const data = known.as_of === null ? await composeDataDays(parts, ofToday) : null
    const lines = [
      forecastLine(rowOf('residual'), forecastOf(area, 'residual'), clocksOf(day), addressOf) ??
        ({ subject: 'Forecast', sentence: nothing, address: addressOf({}), figures: {} } as const),
      changeSince('previous'),
      previous !== undefined && isEarly(previous) ? null : changeSince('early'),
      errorLine(accuracy, errors[0], addressOf),
      dataLine(data, marketDay, run?.missingInputs ?? [], addressOf),
    ]
    answer.countries.push({ area, name, lines: lines.filter((line) => line !== null) })
  }
  return answer
}
