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

type Errors = Readonly<Record<Quantity | 'residual', Float64Array>>

/** Days that are not over are left out. */
export async function composeDayErrors(parts: DayParts, wanted: AreaDaysRequest): Promise<DayErrorRow[]> {
  const { area, span: asked, zone, known, todayUtc } = wanted
  const span = { ...asked, toUtc: Math.max(asked.fromUtc, Math.min(asked.toUtc, todayUtc)) }
  const edges = hourEdges(span, zone)
  const { errors, members, laidRuns } = await readErrors(parts, { ...wanted, span }, edges)
  const without = membersOf(area).filter((member) => !members.includes(member))
  const { judgedDays } = await readJudgedDays(parts.series, members, span, known.endedByUtc)
  const runsOf = (day: LocalDay) => laidRuns.flatMap(({ runOn }) => runOn(day) ?? [])
  const days = daysWithin(span, zone)
  const usesWeather = days.some((day) => runsOf(day).some(({ weather }) => weather?.isUsed === true))
  return days.flatMap((day) => {
    const ofDay = runsOf(day)
    // A day without a run of its own has only two hours, from the run before.
    if (members.length === 0 || ofDay.length < members.length) return []
    const hours = hoursOf(day)
    const first = edges.indexOf(day.fromUtc)
    const compared = hours
      .map((_, hour) => first + hour)
      .filter((hour) => !Number.isNaN(errors.residual[hour] ?? NaN))
    if (compared.length === 0) return []
    const words = [
      holidayWords(members, day.date),
      ...members.flatMap((member) =>
        suspiciousParts(judgedDays, member, marketDayOf(day)).map(
          ({ quantity, side }) =>
            `${members.length > 1 ? `${member} ` : ''}${quantity} suspiciously ${side < 0 ? 'low' : 'high'}`,
        ),
      ),
      compared.length < hours.length && `${hours.length - compared.length} of ${hours.length} hours missing`,
      usesWeather && ofDay.some(({ weather }) => weather?.isUsed !== true) && 'run without weather',
      without.length > 0 && `without ${without.join(' ')}`,
    ].filter((part) => part !== false)
    return [
      {
        day: day.date,
        ...errorFigures(errors, compared),
        known: words.length === 0 ? null : words.join('; '),
      },
    ]
  })
}

/** Forecast less actual, summed over members; those without values are left out, as in the sums of curves. */
async function readErrors(
  { readMeans, store, uploads }: DayParts,
  { area, upload, span, known }: AreaDaysRequest,
  edges: readonly number[],
) {
  const actualOf = await readStored(readMeans, membersOf(area), QUANTITIES, 'actual', edges, known)
  const zeros = () => new Float64Array(Math.max(0, edges.length - 1))
  let errors: Errors = { ...byQuantity(zeros), residual: zeros() }
  const laidRuns: ReturnType<typeof layRuns<PartOfRun<'final'>>>[] = []
  const members: MemberCode[] = []
  for (const member of membersOf(area)) {
    const laid = layRuns(await store.parts(member, ['final'], daysReaching(span)), span, known)
    const actual = byQuantity((quantity) => actualOf(member, quantity).powerMw)
    const errorOf = (block: Block, of: Float64Array) =>
      meansBetween(block, edges).map((mw, hour) => mw - (of[hour] ?? NaN))
    const wanted = upload && { uploads: [upload.id], area: member, quantities: PARTS_AND_RESIDUAL }
    const valuesOf = wanted && (await uploads.read(wanted, span, known, cutoffsBy(laid.runOn)))
    const uploaded = (quantity: Quantity | 'residual') => upload && valuesOf?.(upload.id, quantity)
    const own = byQuantity((quantity) =>
      errorOf(uploaded(quantity) ?? laid.block(({ hours }) => hours.final[quantity]), actual[quantity]),
    )
    const whole = uploaded('residual')
    const residual = whole ? errorOf(whole, residualLoad(actual)) : residualLoad(own)
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
  return { errors, members, laidRuns }
}

function errorFigures(errors: Errors, hours: readonly number[]): Omit<DayErrorRow, 'day' | 'known'> {
  const mean = (values: Float64Array, of = (mw: number) => mw) =>
    toPower(hours.reduce((sum, hour) => sum + of(values[hour] ?? NaN), 0) / hours.length)
  const { load, solar, wind, residual } = errors
  const maeMw = byQuantity((quantity) => mean(errors[quantity], Math.abs))
  const known = QUANTITIES.filter((quantity) => maeMw[quantity] !== null)
  return {
    mae_mw: mean(residual, Math.abs),
    bias_mw: mean(residual),
    load_mae_mw: maeMw.load,
    load_bias_mw: mean(load),
    solar_mae_mw: maeMw.solar,
    solar_bias_mw: mean(solar),
    wind_mae_mw: maeMw.wind,
    wind_bias_mw: mean(wind),
    // The first of equal ones.
    worst_part: known.toSorted((a, b) => (maeMw[b] ?? 0) - (maeMw[a] ?? 0))[0] ?? null,
  }
}

function holidayWords(members: readonly MemberCode[], date: string): string | false {
  const holidays = members.filter((member) => isPublicHoliday(member, date))
  if (holidays.length === 0) return false
  return `public holiday${holidays.length < members.length ? ` in ${holidays.join(' ')}` : ''}`
}
