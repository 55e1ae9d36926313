import { type MemberCode, membersOf } from '#contract/areas.ts'
import { type DayErrorRow, PARTS_AND_RESIDUAL } from '#contract/row-tables.ts'
import { type AreaDaysRequest, type DayParts, readStored } from '#server/answers/day/read-day.ts'
import { daysWithin, hourEdges, hoursOf, type LocalDay } from '#server/calendar/local-calendar.ts'
import { isPublicHoliday } from '#server/calendar/public-holidays.ts'
import { cutoffsBy, daysReaching, layRuns } from '#server/forecast/runs/kept/lay-runs.ts'
import type { PartOfRun } from '#server/forecast/runs/kept/run-store.ts'
import { readJudgedDays, suspiciousParts } from '#server/quality/judged-days.ts'
import { marketDayOf } from '#server/series/forecast-days.ts'
import { meansBetween } from '#server/series/mean-power.ts'
import { toPower } from '#server/series/power.ts'
import { residualLoad } from '#server/series/residual-load.ts'
import { type Block, byQuantity, QUANTITIES, type Quantity } from '#server/series/series.ts'

/** How far the final forecasts of an area were off, or an uploaded one beside them, day by day that is over and part by part. Rejects with a `DatabaseError`. */
export async function composeDayErrors(
  { readMeans, series, store, uploads }: DayParts,
  { area, upload, span: asked, zone, known: looked, todayUtc }: AreaDaysRequest,
): Promise<DayErrorRow[]> {
  const span = { ...asked, toUtc: Math.max(asked.fromUtc, Math.min(asked.toUtc, todayUtc)) }
  const edges = hourEdges(span, zone)
  const actualOf = await readStored(readMeans, membersOf(area), QUANTITIES, 'actual', edges, looked)
  const hoursInAll = Math.max(0, edges.length - 1)
  const zeros = () => new Float64Array(hoursInAll)
  let errors = { ...byQuantity(zeros), residual: zeros() }
  const laidRuns: ReturnType<typeof layRuns<PartOfRun<'final'>>>[] = []
  const members: MemberCode[] = []
  for (const member of membersOf(area)) {
    const laid = layRuns(await store.parts(member, ['final'], daysReaching(span)), span, looked)
    const actual = byQuantity((quantity) => actualOf(member, quantity).powerMw)
    const errorOf = (block: Block, of: Float64Array) =>
      meansBetween(block, edges).map((mw, hour) => mw - (of[hour] ?? NaN))
    const wanted = upload && { uploads: [upload.id], area: member, quantities: PARTS_AND_RESIDUAL }
    const valuesOf = wanted && (await uploads.read(wanted, span, looked, cutoffsBy(laid.runOn)))
    const uploaded = (quantity: Quantity | 'residual') => upload && valuesOf?.(upload.id, quantity)
    const own = byQuantity((quantity) =>
      errorOf(uploaded(quantity) ?? laid.block(({ hours }) => hours.final[quantity]), actual[quantity]),
    )
    const whole = uploaded('residual')
    const residual = whole ? errorOf(whole, residualLoad(actual)) : residualLoad(own)
    // As in the sums of curves: what has no value in the whole time is left out.
    if (residual.every(Number.isNaN)) continue
    members.push(member)
    laidRuns.push(laid)
    const before = errors
    const added = (sum: Float64Array, of: Float64Array) => sum.map((mw, hour) => mw + (of[hour] ?? NaN))
    errors = {
      ...byQuantity((quantity) => added(before[quantity], own[quantity])),
      residual: added(before.residual, residual),
    }
  }
  const without = membersOf(area).filter((member) => !members.includes(member))
  const { residual } = errors
  const { judgedDays } = await readJudgedDays(series, members, span, looked.endedByUtc)
  const runsOf = (day: LocalDay) => laidRuns.flatMap(({ runOn }) => runOn(day) ?? [])
  const days = daysWithin(span, zone)
  const usesWeather = days.some((day) => runsOf(day).some(({ weather }) => weather?.isUsed === true))
  return days.flatMap((day) => {
    const ofDay = runsOf(day)
    // A day without a run has two hours of the run before, which are another forecast.
    if (members.length === 0 || ofDay.length < members.length) return []
    const hours = hoursOf(day)
    const first = edges.indexOf(day.fromUtc)
    const compared = hours
      .map((_, hour) => first + hour)
      .filter((hour) => !Number.isNaN(residual[hour] ?? NaN))
    if (compared.length === 0) return []
    const mean = (values: ArrayLike<number>, of = (mw: number) => mw) =>
      toPower(compared.reduce((sum, hour) => sum + of(values[hour] ?? NaN), 0) / compared.length)
    const parts = byQuantity((quantity) => ({
      mae: mean(errors[quantity], Math.abs),
      bias: mean(errors[quantity]),
    }))
    const holidays = members.filter((member) => isPublicHoliday(member, day.date))
    const known = [
      holidays.length > 0 &&
        `public holiday${holidays.length < members.length ? ` in ${holidays.join(' ')}` : ''}`,
      ...members.flatMap((member) =>
        suspiciousParts(judgedDays, member, marketDayOf(day)).map(
          ({ quantity, side }) =>
            `${members.length > 1 ? `${member} ` : ''}${quantity} suspiciously ${side < 0 ? 'low' : 'high'}`,
        ),
      ),
      compared.length < hours.length && `${hours.length - compared.length} of ${hours.length} hours missing`,
      usesWeather && ofDay.some(({ weather }) => weather?.isUsed !== true) && 'run without weather',
      without.length > 0 && `without ${without.join(' ')}`,
    ].filter((words) => words !== false)
    return [
      {
        day: day.date,
        mae_mw: mean(residual, Math.abs),
        bias_mw: mean(residual),
        load_mae_mw: parts.load.mae,
        load_bias_mw: parts.load.bias,
        solar_mae_mw: parts.solar.mae,
        solar_bias_mw: parts.solar.bias,
        wind_mae_mw: parts.wind.mae,
        wind_bias_mw: parts.wind.bias,
        worst_part: QUANTITIES.reduce<Quantity | null>(
          (worst, quantity) =>
            (parts[quantity].mae ?? 0) > (worst === null ? 0 : (parts[worst].mae ?? 0)) ? quantity : worst,
          QUANTITIES.every((quantity) => parts[quantity].mae === null) ? null : 'load',
        ),
        known: known.length === 0 ? null : known.join('; '),
      },
    ]
  })
}
