import type { ByQuantity } from './by-quantity.ts'

/** Residual load in MW, value by value: load − solar − wind, NaN where any of the three is missing. */
export function residualLoad({ load, solar, wind }: ByQuantity<ArrayLike<number | null>>): Float64Array {
  const residual = new Float64Array(load.length)
  for (let index = 0; index < residual.length; index += 1)
    residual[index] = (load[index] ?? NaN) - (solar[index] ?? NaN) - (wind[index] ?? NaN)
  return residual
}
