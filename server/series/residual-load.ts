import { byQuantity, type ByQuantity } from './by-quantity.ts'
import type { Block, StepMinutes } from './series.ts'

/** Residual load in MW, value by value: load − solar − wind, NaN where any of the three is missing. */
export function residualLoad({ load, solar, wind }: ByQuantity<ArrayLike<number | null>>): Float64Array {
  const residual = new Float64Array(load.length)
  for (let index = 0; index < residual.length; index += 1)
    residual[index] = (load[index] ?? NaN) - (solar[index] ?? NaN) - (wind[index] ?? NaN)
  return residual
}

/** The values of a block at a finer step: the mean of an interval is that of each of its parts. */
function atStep({ stepMinutes, powerMw }: Block, finer: StepMinutes): Float64Array {
  const parts = stepMinutes / finer
  if (parts === 1) return powerMw
  const values = new Float64Array(powerMw.length * parts)
  for (let slot = 0; slot < values.length; slot += 1) values[slot] = powerMw[Math.floor(slot / parts)] ?? NaN
  return values
}

/** Residual load from blocks of the same span, at the finest of their steps. */
export function residualBlock(parts: ByQuantity<Block>): Block {
  const { load, solar, wind } = parts
  const steps = [load.stepMinutes, solar.stepMinutes, wind.stepMinutes]
  const stepMinutes = steps.reduce((finest, step) => (step < finest ? step : finest))
  const powerMw = residualLoad(byQuantity((quantity) => atStep(parts[quantity], stepMinutes)))
  return { startsAtUtc: load.startsAtUtc, stepMinutes, powerMw }
}
