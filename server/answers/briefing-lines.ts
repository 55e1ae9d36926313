import type { AccuracyAnswer, ForecastRun, RunInput } from '#contract/accuracy.ts'
import type { BriefingLine } from '#contract/briefing.ts'
import { DAY_STATES, type DataDaysAnswer, ITEM_OF, STATE_WORDS, isDoubt, isGap } from '#contract/data-days.ts'
import type { SheetRow } from '#contract/day-sheet.ts'
import { RAMP_NAME } from '#contract/forecast.ts'
import type { DayErrorRow } from '#contract/row-tables.ts'
import { type Change, changeWords } from '#contract/words/changes.ts'
import { lateWords, unknownWords } from '#contract/words/data-days.ts'
import { USUAL_MARKS, sheetCoverage, usualMark } from '#contract/words/day-sheet.ts'
import { hourSpans, monthDay } from '#contract/words/days.ts'
import { formatDifferenceMw, formatMw, formatRange } from '#contract/words/power.ts'
import { addDays, zoneOffset } from '#contract/zone-time.ts'
import { toStamp } from '#server/clock.ts'

import type { AreaDay, DayRequest } from './day/read-day.ts'

/** A change is told from this on, or from this share of the day's highest load where that is less. */
const TOLD_CHANGE = { mw: 200, shareOfLoad: 0.02 }
/** Id of the parts of a change on the model page, and how its metrics name what is compared with. */
const MISSED_PART = '#change-heading'
const METRIC_OF = { previous: 'against-previous', early: 'against-auction' }

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })
const hourOfClock = (clock: string) => String(Number.parseInt(clock, 10))

/** The address of a view of the model page, and a part of that page. */
export type AddressOf = (view: Readonly<Record<string, string>>, part?: string) => string

/** `10:00`; of another day than this one `Nov 20, 10:00`. */
function clockText(utc: number, zone: string, usualDate: string): string {
  const wall = new Date(utc + zoneOffset(zone)(utc)).toISOString()
  const clock = wall.slice(11, 16)
  return wall.startsWith(usualDate) ? clock : `${monthDay(wall.slice(0, 10))}, ${clock}`
}

/** The smallest change that is told of a country with this highest load, in whole tens of MW. */
const toldChangeMw = (loadMw: number) =>
  Math.max(10, Math.min(TOLD_CHANGE.mw, Math.round((loadMw * TOLD_CHANGE.shareOfLoad) / 10) * 10))

/** The lowest and the highest hour of the forecast, against what is usual and zero; null where there is no forecast. */
export function forecastLine(
  row: SheetRow | undefined,
  { final, p10, p90, run }: AreaDay,
  clocks: readonly string[],
  addressOf: AddressOf,
): BriefingLine | null {
  const { lowest = null, highest = null, ramp = null } = row?.figures ?? {}
  if (row === undefined || lowest === null || highest === null) return null
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
  const coverage = sheetCoverage(row, clocks.length)
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

/** The changes of a country since an earlier run, and the highest load of its day. */
export interface ChangeOf {
  base: 'previous' | 'early'
  since: ForecastRun
  /** True if that run is the one before the auction. */
  isEarly: boolean
  changes: readonly Change<number>[]
  loadMw: number
}

/** The hour that changed most, and by which part; null where nothing can be compared. */
export function changeLine(
  { base, since, isEarly, changes, loadMw }: ChangeOf,
  { day: { date }, zone }: Pick<DayRequest, 'day' | 'zone'>,
  addressOf: AddressOf,
): BriefingLine | null {
  const [most] = changes.toSorted((a, b) => Math.abs(b.residual_mw) - Math.abs(a.residual_mw))
  if (most === undefined) return null
  const leastMw = toldChangeMw(loadMw)
  const clock = clockText(most.time_utc, zone, date)
  const words = `${clockText(Date.parse(since.as_of), zone, addDays(date, -1))}${isEarly ? ', the run before the auction' : ''}`
  const isTold = Math.abs(most.residual_mw) >= leastMw
  const { time_utc: _, area: __, ...change } = most
  return {
    subject: 'Change',
    sentence: isTold
      ? `Since ${words}: ${changeWords(most, clock)}.`
      : `No change above ${formatMw(leastMw)} MW since ${words}.`,
    address: addressOf({ metric: METRIC_OF[base], hour: hourOfClock(clock) }, MISSED_PART),
    figures: { against: base, since_utc: since.as_of, told_from_mw: leastMw, hour: clock, ...change },
  }
}

export function errorLine(
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
    sentence: `${monthDay(day)}: ${formatMw(finalMaeMw)} MW on average, ${tso}; ${worst} missed most, by ${formatMw(worstMw)}.`,
    address: addressOf({ day }, MISSED_PART),
    figures: { day, mae_mw: finalMaeMw, tso_mae_mw: tsoMaeMw, worst_part: worst, worst_part_mae_mw: worstMw },
  }
}

/** Doubtful, missing and late actual values of the day before delivery, and what the runs lacked. */
export function dataLine(
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
    doubts.length > 0 && `Actual values of ${monthDay(today)}: ${doubts.join('; ')}.`,
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
