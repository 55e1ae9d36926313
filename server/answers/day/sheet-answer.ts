import type { MemberCode } from '#contract/areas.ts'
import { COUNTRIES, FORECAST_AREAS } from '#contract/countries.ts'
import { ALL_COUNTRIES, type DaySheetAnswer, type SheetRow } from '#contract/day-sheet.ts'
import { RAMP_HOURS, rampMw } from '#contract/forecast.ts'
import { PARTS_AND_RESIDUAL } from '#contract/row-tables.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { sheetText } from '#contract/words/day-sheet.ts'
import { dayAt, type LocalDay } from '#server/calendar/local-calendar.ts'
import { KNOWN_NOW } from '#server/series/known.ts'
import { toPower } from '#server/series/power.ts'

import { clocksOf, localDay, readDay, sumOf } from './read-day.ts'
import type { AreaDay, DayParts, Hourly, DayRequest } from './read-day.ts'
import { daysLike, type EarlierDay, readEarlierDays, usualOf } from './usual.ts'

/** In Brussels. */
const PEAK = { from: '08:00', before: '20:00' }

type Country = (typeof COUNTRIES)[number]
type Moment = NonNullable<SheetRow['figures']['highest']>

export interface SheetDay extends Pick<LocalDay, 'date'> {
  /** Start of each hour, local time. */
  clocks: readonly string[]
  dayOf: (area: MemberCode, quantity: SheetRow['quantity']) => Pick<AreaDay, 'final' | 'tso' | 'p10'>
}

interface DayValues {
  clocks: readonly string[]
  values: Hourly
}

export async function readSheetText(parts: DayParts, date: string): Promise<string> {
  return sheetText(
    await composeDaySheet(parts, { day: localDay(date, MARKET_ZONE), zone: MARKET_ZONE, known: KNOWN_NOW }),
  )
}

export async function composeDaySheet(
  parts: DayParts,
  wanted: Pick<DayRequest, 'day' | 'zone' | 'known'>,
  areas = FORECAST_AREAS,
): Promise<DaySheetAnswer> {
  const { day, zone, known } = wanted
  const read = async (of: LocalDay): Promise<SheetDay> => ({
    date: of.date,
    clocks: clocksOf(of),
    dayOf: await readDay(parts, areas, PARTS_AND_RESIDUAL, { ...wanted, day: of }),
  })
  const before = await read(dayAt(day.fromUtc - 1, zone))
  const of = { areas, quantities: PARTS_AND_RESIDUAL, zone, known }
  const earlier = await readEarlierDays(parts, [day], of)
  const rows = sheetRows(await read(day), before, earlier)
  return { day: day.date, hours: clocksOf(day).length, rows }
}

export function sheetRows(now: SheetDay, before: SheetDay, earlier: readonly EarlierDay[]): SheetRow[] {
  function rowsOf(code: string, countries: readonly Country[], without: readonly Country[]): SheetRow[] {
    const areas = countries.map(({ area }) => area)
    const alike = daysLike(now, earlier, areas)
    return PARTS_AND_RESIDUAL.map((quantity) => {
      const sum = ({ clocks, dayOf }: SheetDay, of: 'final' | 'tso'): DayValues => ({
        clocks,
        values: sumOf(
          areas.map((area) => dayOf(area, quantity)[of]),
          clocks.length,
        ),
      })
      const final = sum(now, 'final')
      const ofDay = dayFigures(final)
      // Always zero at night.
      const figures = quantity === 'solar' ? { ...ofDay, lowest: null } : ofDay
      const hasBand = quantity === 'residual' && code !== ALL_COUNTRIES
      const p10 = momentsOf(now.clocks, hasBand ? areas.flatMap((area) => now.dayOf(area, quantity).p10) : [])
      return {
        code,
        quantity,
        without: without.map((country) => country.code),
        knownHours: final.values.filter((value) => value !== null).length,
        figures,
        mayReachZero:
          p10.length === 0 ? null : p10.filter(({ valueMw }) => valueMw <= 0).map(({ clock }) => clock),
        toToday: differences(final, sum(before, 'final')),
        toTso: differences(final, sum(now, 'tso')),
        usualHighest: usualOf(alike, ({ actual }) => highestOfWhole(actual(areas, quantity))),
      }
    })
  }
  const byName = COUNTRIES.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const isKnown = ({ area }: Country) => now.dayOf(area, 'residual').final.some((value) => value !== null)
  const missing = byName.filter((country) => !isKnown(country))
  return [
    ...rowsOf(ALL_COUNTRIES, byName.filter(isKnown), missing),
    ...byName.flatMap((country) => rowsOf(country.code, [country], [])),
  ]
}

export function dayFigures({ values, clocks }: DayValues): SheetRow['figures'] {
  const known = momentsOf(clocks, values)
  const ramps = momentsOf(
    clocks,
    values.map((mw, hour) => toPower(rampMw(values[hour - RAMP_HOURS], mw) ?? NaN)),
  )
  return {
    baseMw: toPower(meanMw(known)),
    peakMw: toPower(meanMw(known.filter(isPeak))),
    highest: first(known, (valueMw) => valueMw),
    lowest: first(known, (valueMw) => -valueMw),
    ramp: first(ramps, Math.abs),
  }
}

function momentsOf(clocks: readonly string[], values: Hourly): Moment[] {
  return values.flatMap((valueMw, hour) => (valueMw === null ? [] : [{ valueMw, clock: clocks[hour] ?? '' }]))
}

const isPeak = ({ clock }: Moment) => clock >= PEAK.from && clock < PEAK.before

/** The mean is not rounded; NaN without a value. */
function meanMw(moments: readonly Moment[]): number {
  return moments.reduce((sum, { valueMw }) => sum + valueMw, 0) / moments.length
}

/** A missing hour may be the highest. */
function highestOfWhole(values: Hourly): number | null {
  const known = values.filter((mw) => mw !== null)
  return known.length < values.length || known.length === 0 ? null : Math.max(...known)
}

/** The earliest moment of the highest rank. */
function first(moments: readonly Moment[], rank: (valueMw: number) => number): Moment | null {
  return moments.reduce<Moment | null>(
    (best, moment) => (best === null || rank(moment.valueMw) > rank(best.valueMw) ? moment : best),
    null,
  )
}

/** Null unless both days are complete; rounded after the subtraction. */
function differences(day: DayValues, other: DayValues): SheetRow['toToday'] {
  const areWhole = [day, other].every(({ values }) => values.every((value) => value !== null))
  if (!areWhole) return { baseMw: null, peakMw: null }
  const [own, others] = [day, other].map(({ clocks, values }) => momentsOf(clocks, values))
  const difference = (of: (moment: Moment) => boolean) =>
    toPower(meanMw((own ?? []).filter(of)) - meanMw((others ?? []).filter(of)))
  return { baseMw: difference(() => true), peakMw: difference(isPeak) }
}
