import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { zeroIfMissing } from '#server/forecast/model/history/day-means.ts'
import { rowOf } from '#server/forecast/model/history/day-table.ts'
import type { DayFeatures, DayModel, DayTable } from '#server/forecast/model/history/day-table.ts'

import {
  addCells,
  addRow,
  clear,
  createNormalEquations,
  dotProduct,
  type NormalEquations,
  scaledPenalties,
  solveRidge,
  sumNeighbours,
  withoutRows,
} from './ridge.ts'

export interface RidgeOptions {
  /** Two years by default. */
  windowDays?: number
  /** In rows; an hour is a row. */
  lambda: number
  /** How many of the first features have no penalty. */
  unpenalised: number
  /** Earlier rows lack the lags to learn from. */
  firstDay: number
  /** Daily by default. */
  refit?: RefitOptions
}

export interface RollingRidgeOptions extends RidgeOptions {
  /** Weight of the adjacent hours; null for one regression of all hours. */
  neighbourWeight: number | null
}

/** Refits fall on fixed calendar days, wherever a history begins. */
export interface RefitOptions {
  everyDays: number
  /** Number of the first row's day. */
  firstDate: number
  /** No prediction with fewer learned days. */
  minDays: number
}

export interface RollingRidge extends DayModel {
  refitted(refit: RefitOptions): DayModel
}

/** Skips hours with NaN in their first feature. */
export function createRollingRidge(
  features: DayFeatures,
  target: DayTable,
  { neighbourWeight, ...options }: RollingRidgeOptions,
): RollingRidge {
  const { width } = features
  const count = neighbourWeight === null ? 1 : HOURS_PER_DAY
  const equations = Array.from({ length: count }, () => createNormalEquations(width))
  const sum = createNormalEquations(width)
  return rollOn(options, {
    features,
    startOf: (day, hour) => (day * HOURS_PER_DAY + hour) * width,
    equations,
    learn(from, to, weight) {
      const learnable: number[][] = equations.map(() => [])
      let learnedDays = 0
      for (let day = from; day < to; day++) {
        const [rows, values] = [features.tableWith(day), target.upTo(day)]
        let hours = 0
        for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++) {
          if (Number.isNaN(values[cell]) || Number.isNaN(rows[cell * width])) continue
          learnable[cell % count]?.push(cell)
          hours++
        }
        if (hours >= MIN_HOURS) learnedDays++
      }
      if (to > from)
        for (const [hour, ofHour] of equations.entries())
          addCells(ofHour, features.tableWith(to - 1), target.upTo(to - 1), learnable[hour] ?? [], weight)
      return learnedDays
    },
    solve() {
      const penalties = scaledPenalties(equations, options)
      return equations.map((_, hour) => {
        sumNeighbours(sum, equations, hour, neighbourWeight ?? 0)
        return solveRidge(sum, penalties)
      })
    },
  })
}

/** One matrix and one factor serve all hours, except hours that a learned day lacks. */
export function createDayRidge(features: DayFeatures, target: DayTable, options: RidgeOptions): DayModel {
  const { width } = features
  const all = createNormalEquations(width, HOURS_PER_DAY)
  const known = new Float64Array(HOURS_PER_DAY)
  /** By hour, the rows of days without it. */
  const lacking = Array.from({ length: HOURS_PER_DAY }, () => createNormalEquations(width, 0))
  return rollOn(options, {
    features,
    startOf: (day) => day * width,
    equations: [all, ...lacking],
    learn(from, to, weight) {
      let learnedDays = 0
      for (let day = from; day < to; day++) {
        const values = rowOf(target, day)
        let hours = 0
        for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
          known[hour] = zeroIfMissing(values[hour])
          if (!Number.isNaN(values[hour])) hours++
        }
        if (hours >= MIN_HOURS) learnedDays++
        if (hours === 0) continue
        const rows = features.tableWith(day)
        addRow(all, rows, day * width, known, weight)
        if (hours < HOURS_PER_DAY)
          for (const [hour, days] of lacking.entries())
            if (Number.isNaN(values[hour])) addRow(days, rows, day * width, values, weight)
      }
      return learnedDays
    },
    solve() {
      const ofHours = lacking.map((days, hour) => (days.rows === 0 ? all : withoutRows(all, hour, days)))
      const penalties = scaledPenalties(ofHours, options)
      const ofAll = solveRidge({ ...all, cells: all.cells.slice() }, penalties)
      return ofHours.map((ofHour, hour) =>
        ofHour === all ? ofAll.subarray(hour * width, (hour + 1) * width) : solveRidge(ofHour, penalties),
      )
    },
  })
}

interface Learning {
  features: DayFeatures
  startOf: (day: number, hour: number) => number
  equations: readonly NormalEquations[]
  /** −1 forgets the days. Returns how many have enough hours. */
  learn: (from: number, to: number, weight: 1 | -1) => number
  solve: () => readonly Float64Array[]
}

const WINDOW_DAYS = 730
/** Enough for the daylight of winter. */
const MIN_HOURS = 6

/** A step back learns the window from scratch. */
function rollOn(
  { firstDay, windowDays = WINDOW_DAYS, refit }: RidgeOptions,
  { features, startOf, equations, learn, solve }: Learning,
): RollingRidge {
  let [from, to] = [firstDay, firstDay]
  let learnedDays = 0
  const moveTo = (day: number): void => {
    const [oldest, end] = [Math.max(firstDay, day - 1 - windowDays), Math.max(firstDay, day - 1)]
    if (end < to || oldest > to) {
      for (const each of equations) clear(each)
      from = to = oldest
      learnedDays = 0
    }
    learnedDays += learn(to, end, 1) - learn(from, oldest, -1)
    ;[from, to] = [oldest, end]
  }
  const fit = (day: number) => {
    moveTo(day)
    return { day, learnedDays, coefficients: solve() }
  }
  const serve = ({ everyDays, firstDate, minDays }: RefitOptions): DayModel => {
    let fitted: ReturnType<typeof fit> | null = null
    return {
      predict(day) {
        const fitDay = Math.max(0, day - ((firstDate + day) % everyDays))
        if (fitted?.day !== fitDay) fitted = fit(fitDay)
        const { coefficients, learnedDays } = fitted
        const rows = features.tableWith(day)
        const expected = new Float64Array(HOURS_PER_DAY).fill(NaN)
        for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
          const at = startOf(day, hour)
          const ofHour = coefficients[hour % coefficients.length]
          if (learnedDays >= minDays && ofHour !== undefined && !Number.isNaN(rows[at]))
            expected[hour] = dotProduct(ofHour, 0, rows, at, features.width)
        }
        return expected
      },
    }
  }
  return { ...serve(refit ?? DAILY), refitted: serve }
}

const DAILY: RefitOptions = { everyDays: 1, firstDate: 0, minDays: 0 }
