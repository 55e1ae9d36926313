/** Mean absolute error, root of the mean square and mean of forecast − actual, MW. */
export interface ErrorFigures {
  mae: number
  rmse: number
  bias: number
}

export interface ErrorSums {
  readonly hours: number
  readonly sum: number
  readonly absolute: number
  readonly square: number
  /** Adds an error, forecast − actual in MW. */
  add(error: number): void
}

export function createErrorSums(): ErrorSums {
  const sums = {
    hours: 0,
    sum: 0,
    absolute: 0,
    square: 0,
    add(error: number) {
      sums.hours++
      sums.sum += error
      sums.absolute += Math.abs(error)
      sums.square += error * error
    },
  }
  return sums
}

const toTenths = (value: number): number => Math.round(value * 10) / 10 + 0

/** The figures of at least one error, to tenths of a MW. */
export function errorFigures({ hours, sum, absolute, square }: ErrorSums): ErrorFigures {
  return {
    mae: toTenths(absolute / hours),
    rmse: toTenths(Math.sqrt(square / hours)),
    bias: toTenths(sum / hours),
  }
}
