import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { countDays, isAnyMissing } from '#server/forecast/model/history/day-means.ts'
import { createDayTable, toDayTable, type DayTable } from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import type { DayModel } from '#server/forecast/model/regression/day-model.ts'
import type { ByQuantity } from '#server/series/by-quantity.ts'

import type { WindAndSolar } from './error-features.ts'
import { createHistoryLoad, createHistorySolar, createHistoryWind } from './history-models.ts'
import { createLoadCorrection } from './load-model.ts'
import { createSecondOpinion } from './second-opinion.ts'
import { createSolarCorrection } from './solar-model.ts'
import { createWindCorrection } from './wind-model.ts'

/** With at least this many days of sun and wind, the load's regressions use them. */
const WIND_AND_SOLAR_DAYS = 90

/** Makes a model only when it is first needed. */
function later(create: () => DayModel): DayModel {
  let model: DayModel | null = null
  return { predict: (day) => (model ??= create()).predict(day) }
}

/** The TSO's forecast and its expected error if it is published, otherwise a forecast from history. */
function correctedOrHistory(tso: DayTable, correction: DayModel, history: DayModel): DayModel {
  return {
    predict(day) {
      const start = day * HOURS_PER_DAY
      const forecasts = tso.upTo(day)
      const corrected = correction.predict(day).map((value, hour) => value + (forecasts[start + hour] ?? NaN))
      if (!corrected.some(Number.isNaN)) return corrected
      const fromHistory = history.predict(day)
      return corrected.map((value, hour) => (Number.isNaN(value) ? (fromHistory[hour] ?? NaN) : value))
    },
  }
}

/** By day, whether the TSO has published a forecast of the quantity by then. */
function hasPublished(tso: DayTable): (day: number) => boolean {
  const isPublished = createDayTable(
    tso.days,
    (table, day) => {
      const ofDay = tso.upTo(day).subarray(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY)
      table[day] = table[day - 1] === 1 || !ofDay.every(Number.isNaN) ? 1 : 0
    },
    1,
  )
  return (day) => isPublished.upTo(day)[day] === 1
}

/** No power at any time: stands in for the forecast of a TSO that never publishes a quantity. */
function createNone(days: number): DayTable {
  return toDayTable(new Float64Array(days * HOURS_PER_DAY))
}

/** Error of the load's forecast by the regressions that know sun and wind, or by those that do not. */
function createLoadModel(history: PreparedHistory): DayModel {
  const { load, solar, wind } = history.quantities
  const inputs = {
    firstDay: history.grid.firstDay,
    knownHours: history.knownHours,
    error: load.error,
    firstHoursError: load.firstHoursError,
    forecast: load.tso,
  }
  const plain = later(() => createLoadCorrection({ ...inputs, windAndSolar: null }))
  if (!history.hasTsoWindAndSolar) return plain
  const plainDays = countDays(load.error)
  const isPublished = { solar: hasPublished(solar.tso), wind: hasPublished(wind.tso) }

  const createInformed = (hasSolar: boolean, hasWind: boolean) => {
    const none = createNone(load.tso.days)
    const windAndSolar = { solar: hasSolar ? solar.tso : none, wind: hasWind ? wind.tso : none }
    const error = whereBoth(load.error, windAndSolar)
    return {
      days: countDays(error),
      windAndSolar,
      model: later(() => createLoadCorrection({ ...inputs, error, windAndSolar })),
    }
  }
  /** Keyed by what the TSO publishes, which changes when it begins to publish another quantity. */
  const informed = new Map<string, ReturnType<typeof createInformed>>()
  const informedOn = (day: number) => {
    const [hasSolar, hasWind] = [isPublished.solar(day), isPublished.wind(day)]
    const name = `${hasSolar} ${hasWind}`
    const known = informed.get(name) ?? createInformed(hasSolar, hasWind)
    informed.set(name, known)
    return hasSolar || hasWind ? known : null
  }
  return {
    predict(day) {
      const candidate = informedOn(day)
      if (candidate === null) return plain.predict(day)
      const learnedDays = candidate.days.upTo(day - 2)[day - 2] ?? 0
      const leastDays = Math.min(WIND_AND_SOLAR_DAYS, plainDays.upTo(day - 2)[day - 2] ?? 0)
      const { solar, wind } = candidate.windAndSolar
      const from = day * HOURS_PER_DAY
      const to = from + HOURS_PER_DAY
      const isIncomplete = isAnyMissing(solar.upTo(day), from, to) || isAnyMissing(wind.upTo(day), from, to)
      return learnedDays < leastDays || isIncomplete ? plain.predict(day) : candidate.model.predict(day)
    },
  }
}

/** The errors of hours for which both sun and wind are forecast. */
function whereBoth(error: DayTable, { solar, wind }: WindAndSolar): DayTable {
  return createDayTable(error.days, (table, day) => {
    const errors = error.upTo(day)
    const suns = solar.upTo(day)
    const winds = wind.upTo(day)
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
      if (!Number.isNaN((suns[cell] ?? NaN) + (winds[cell] ?? NaN))) table[cell] = errors[cell] ?? NaN
  })
}

/** Our forecast of each quantity: with the TSO's sun and wind of the day, or as if they were not published yet. */
export function createQuantityModels(history: PreparedHistory): ByQuantity<DayModel> {
  const { hasTsoWindAndSolar } = history
  const { load, solar, wind } = history.quantities
  const historySolar = later(() => createHistorySolar(history))
  const historyWind = later(() => createHistoryWind(history))
  return {
    load: createSecondOpinion({
      actual: load.actual,
      tso: load.tso,
      createCorrected: () =>
        correctedOrHistory(
          load.tso,
          createLoadModel(history),
          later(() => createHistoryLoad(history)),
        ),
      createHistory: () => createHistoryLoad(history),
    }),
    solar: hasTsoWindAndSolar
      ? correctedOrHistory(solar.tso, createSolarCorrection(history), historySolar)
      : historySolar,
    wind: hasTsoWindAndSolar
      ? correctedOrHistory(wind.tso, createWindCorrection(history), historyWind)
      : historyWind,
  }
}
