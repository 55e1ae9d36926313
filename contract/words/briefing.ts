import type { RunInput } from '#contract/accuracy.ts'
import type { MemberCode } from '#contract/areas.ts'
import type {
  Briefing,
  BriefingCountry,
  BriefingHour,
  BriefingLine,
  ErrorFigures,
  ForecastFigures,
  LineOf,
} from '#contract/briefing.ts'
import { countryOfArea } from '#contract/countries.ts'
import { type DayMark, type Delay, DAY_STATES, STATE_WORDS, type UnknownHours } from '#contract/data-days.ts'
import { RAMP_NAME } from '#contract/forecast.ts'
import { toStamp } from '#contract/time.ts'
import { addDays } from '#contract/zone-time.ts'

import { type Change, changeWords } from './changes.ts'
import { lateWords, unknownWords } from './data-days.ts'
import { clockText, hourSpans, listOfWords, longDay, monthDay } from './days.ts'
import { formatDifferenceMw, formatMw, formatRange, NO_VALUE } from './power.ts'
import { outsideUsualWords } from './usual.ts'

export interface BriefingView {
  area: MemberCode
  day: string
  zone: string
  as_of: string | null
}

const MISSED_PART = '#change-heading'
const METRIC_OF = { previous: 'against-previous', early: 'against-auction' }

export function viewAddress(
  { area, day, zone, as_of }: BriefingView,
  view: Readonly<Record<string, string>> = {},
  part = '',
): string {
  const parameters = { country: countryOfArea(area), day, ...view, ...(as_of !== null && { as_of }) }
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `/model?${query.join('&')}&tz=${zone.replaceAll('+', '%2B')}${part}`
}

const hourOfClock = (clock: string) => String(Number.parseInt(clock, 10))

/** `nothing` is the sentence without a forecast. */
export function forecastLine(
  figures: ForecastFigures,
  hours: readonly BriefingHour[],
  nothing: string,
  view: BriefingView,
): LineOf<'Forecast'> {
  const { lowest_hour: lowest, ramp_mw, ramp_hour, may_reach_zero: zero } = figures
  if (lowest === null) return { subject: 'Forecast', sentence: nothing, address: viewAddress(view), figures }
  const moment = (of: 'lowest' | 'highest', name: string) => {
    const [low, high] = [figures[`${of}_p10_mw`], figures[`${of}_p90_mw`]]
    const band = low === null ? '' : ` (${name}${formatRange(low, high)})`
    return `${formatMw(figures[`${of}_mw`])} at ${figures[`${of}_hour`]}${band}`
  }
  const usual = outsideUsualWords(figures)
  const known = hours.filter(({ final_mw }) => final_mw !== null).length
  const sentence = [
    `Lowest ${moment('lowest', 'P10–P90 ')}, highest ${moment('highest', '')} MW`,
    usual !== null && `; ${usual}`,
    ramp_mw !== null && `; ${RAMP_NAME} ${formatDifferenceMw(ramp_mw)} MW to ${ramp_hour}`,
    '.',
    zero?.length === 0 && ' P10 stays above zero.',
    zero !== null && zero.length > 0 && ` May reach zero (P10 ≤ 0): ${hourSpans(zero)}.`,
    known < hours.length && ` Only ${known} of ${hours.length} hours have a value.`,
  ]
  return {
    subject: 'Forecast',
    sentence: sentence.filter((part) => part !== false).join(''),
    address: viewAddress(view, { hour: hourOfClock(lowest), usual: 'true' }),
    figures,
  }
}

export interface ChangeOf {
  base: 'previous' | 'early'
  sinceUtc: number
  /** The last run before the auction. */
  isEarly: boolean
  changes: readonly Change<number>[]
  /** A smaller change is not mentioned. */
  toldFromMw: number
}

/** The largest change; null if no hour can be compared. */
export function changeLine(
  { base, sinceUtc, isEarly, changes, toldFromMw }: ChangeOf,
  view: BriefingView,
): LineOf<'Change'> | null {
  const [most] = changes.toSorted((a, b) => Math.abs(b.residual_mw) - Math.abs(a.residual_mw))
  if (most === undefined) return null
  const clock = clockText(most.time_utc, view.zone, view.day)
  const sinceClock = clockText(sinceUtc, view.zone, addDays(view.day, -1))
  const words = `${sinceClock}${isEarly ? ', the run before the auction' : ''}`
  const isTold = Math.abs(most.residual_mw) >= toldFromMw
  const { time_utc: _, area: __, ...change } = most
  return {
    subject: 'Change',
    sentence: isTold
      ? `Since ${words}: ${changeWords(most, clock)}.`
      : `No change above ${formatMw(toldFromMw)} MW since ${words}.`,
    address: viewAddress(view, { metric: METRIC_OF[base], hour: hourOfClock(clock) }, MISSED_PART),
    figures: {
      against: base,
      since_utc: toStamp(sinceUtc),
      told_from_mw: toldFromMw,
      hour: clock,
      ...change,
    },
  }
}

export function errorLine(figures: ErrorFigures, view: BriefingView): LineOf<'Error'> {
  const { day, mae_mw, worst_part: worst, worst_part_mae_mw } = figures
  return {
    subject: 'Error',
    sentence: `${monthDay(day)}: ${formatMw(mae_mw)} MW on average, ${tsoErrorWords(figures)}; largest part: ${worst}, ${formatMw(worst_part_mae_mw)} MW.`,
    address: viewAddress({ ...view, day }, {}, MISSED_PART),
    figures,
  }
}

const tsoErrorWords = ({ tso_mae_mw }: Pick<ErrorFigures, 'tso_mae_mw'>) =>
  tso_mae_mw === null ? 'no TSO forecast to compare with' : `TSO ${formatMw(tso_mae_mw)}`

export interface DataOf {
  /** Actual values on the day before delivery. */
  marks: readonly DayMark[]
  late: readonly Delay[]
  run: {
    madeUtc: number
    missingInputs: readonly RunInput[]
    /** End of the known actual load of the day before; null if most of its hours are missing. */
    measuredToUtc: number | null
  } | null
  unknown: UnknownHours | null
}

export function dataLine({ marks, late, run, unknown }: DataOf, view: BriefingView): LineOf<'Data'> | null {
  const missing = run?.missingInputs ?? []
  if (marks.length + late.length + missing.length === 0 && unknown === null) return null
  const today = addDays(view.day, -1)
  const doubts = DAY_STATES.flatMap((state) => {
    const items = marks.filter((mark) => mark.state === state).map(({ item }) => item)
    return items.length === 0 ? [] : [`${listOfWords(items)} ${STATE_WORDS[state].word}`]
  })
  const sentences = [
    doubts.length > 0 && `Actual values of ${monthDay(today)}: ${doubts.join('; ')}.`,
    ...late.map(lateWords),
    run !== null && missing.length > 0 && runWords(run, view),
    unknown !== null && unknownWords(unknown),
  ]
  return {
    subject: 'Data',
    sentence: sentences.filter((part) => part !== false).join(' '),
    address: marks.length + late.length === 0 ? viewAddress(view) : '/data',
    figures: {
      doubts,
      late: late.map(({ quantity }) => quantity),
      missing_inputs: [...missing],
      unknown_hours: unknown?.hours ?? 0,
      more_error_percent: unknown?.moreErrorPercent ?? null,
    },
  }
}

/** `Run of 08:07: measured to 06:00, without the TSO’s solar forecast.` */
function runWords({ madeUtc, missingInputs, measuredToUtc }: NonNullable<DataOf['run']>, view: BriefingView) {
  const today = addDays(view.day, -1)
  const clock = (utc: number) => clockText(utc, view.zone, today)
  const forecasts = missingInputs.filter((input) => input !== 'recent actuals')
  const lacks = [
    missingInputs.includes('recent actuals') &&
      (measuredToUtc === null
        ? `most actual load of ${monthDay(today)} missing`
        : `measured to ${clock(measuredToUtc)}`),
    forecasts.length > 0 && `without the TSO’s ${listOfWords(forecasts)}`,
  ].filter((part) => part !== false)
  return `Run of ${clock(madeUtc)}: ${lacks.join(', ')}.`
}

export function briefingText({ day, zone, countries }: Briefing, site: string | null): string {
  const blocks = countries.map(({ name, lines }) => {
    const place = site === null ? name : `${name} ${site}${lines[0]?.address}`
    return [place, ...lines.map((line) => `${line.subject}: ${line.sentence}`)].join('\n')
  })
  const head = `${longDay(day)} (${zone}): residual load, final forecast`
  return [head, ...(blocks.length === 0 ? ['No country is followed.'] : blocks)].join('\n\n')
}

export interface BriefingFigure {
  label: string
  figure: string
  /** Hour, range, and comparison with usual. */
  detail: string
  address: string
}

/** Empty without a forecast. */
export function briefingFigures({ lines }: BriefingCountry, view: BriefingView): BriefingFigure[] {
  const figures = lines.find((line) => line.subject === 'Forecast')?.figures
  if (figures === undefined || figures.lowest_hour === null || figures.highest_hour === null) return []
  const { lowest_hour, highest_hour, ramp_mw, ramp_hour, may_reach_zero: zero } = figures
  const extreme = (of: 'lowest' | 'highest', label: string, hour: string): BriefingFigure => {
    const low = figures[`${of}_p10_mw`]
    const detail = [
      low === null ? hour : `${hour} · ${formatRange(low, figures[`${of}_p90_mw`])}`,
      figures.below_usual?.includes(hour) && '▼\u00A0below\u00A0usual',
      figures.above_usual?.includes(hour) && '▲\u00A0above\u00A0usual',
    ]
    return {
      label,
      figure: formatMw(figures[`${of}_mw`]),
      detail: detail.filter(Boolean).join(' '),
      address: viewAddress(view, { hour: hourOfClock(hour), usual: 'true' }),
    }
  }
  const error = lines.find((line) => line.subject === 'Error')?.figures
  return [
    extreme('lowest', 'Lowest', lowest_hour),
    extreme('highest', 'Highest', highest_hour),
    {
      label: 'Steepest ramp',
      figure: formatDifferenceMw(ramp_mw),
      detail: ramp_hour === null ? '' : `in 3 hours to ${ramp_hour}`,
      address: viewAddress(view, { hour: hourOfClock(ramp_hour ?? lowest_hour) }),
    },
    {
      label: 'May reach zero',
      figure: zero === null ? NO_VALUE : zero.length === 0 ? 'No' : `${zero.length} h`,
      detail: zero === null ? 'no P10 known' : zero.length === 0 ? 'P10 above zero' : hourSpans(zero),
      address: viewAddress(view, { glance: 'final', hour: hourOfClock(zero?.[0] ?? lowest_hour) }),
    },
    {
      label:
        error === undefined || error.day === addDays(view.day, -2)
          ? 'Yesterday’s error'
          : `Error of ${monthDay(error.day)}`,
      figure: formatMw(error?.mae_mw ?? null),
      detail: error === undefined ? 'not measured' : tsoErrorWords(error),
      address:
        error === undefined ? viewAddress(view) : viewAddress({ ...view, day: error.day }, {}, MISSED_PART),
    },
  ]
}

/** The first change worth mentioning, and faults of the data. */
export function notableLines(lines: readonly BriefingLine[]): BriefingLine[] {
  const change = lines.find(
    (line) => line.subject === 'Change' && Math.abs(line.figures.residual_mw) >= line.figures.told_from_mw,
  )
  return lines.filter((line) => line === change || line.subject === 'Data')
}
