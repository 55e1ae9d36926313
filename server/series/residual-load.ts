import type { Block, ByQuantity, StepMinutes } from './series.ts'

/** MW: load − solar − wind, NaN if any is missing. */
export function residualLoad({ load, solar, wind }: ByQuantity<ArrayLike<number | null>>): Float64Array {
  const residual = new Float64Array(load.length)
  for (let index = 0; index < residual.length; index += 1)
    residual[index] = (load[index] ?? NaN) - (solar[index] ?? NaN) - (wind[index] ?? NaN)
  return residual
}

function atStep({ stepMinutes, powerMw }: Block, finer: StepMinutes): Float64Array {
  const parts = stepMinutes / finer
  if (parts === 1) return powerMw
  const values = new Float64Array(powerMw.length * parts)
  for (let slot = 0; slot < values.length; slot += 1) values[slot] = powerMw[Math.floor(slot / parts)] ?? NaN
  return values
}

/** The first block less all others, at their finest step; NaN if any is missing. */
export function differenceOf([first, ...others]: readonly Block[]): Block {
  if (first === undefined) throw new Error('There is nothing to take a difference of')
  if (others.length === 0) return first
  const stepMinutes = others.reduce(
    (finest, block) => (block.stepMinutes < finest ? block.stepMinutes : finest),
    first.stepMinutes,
  )
  const powerMw = Float64Array.from(atStep(first, stepMinutes))
  for (const block of others) {
    const values = atStep(block, stepMinutes)
    for (let slot = 0; slot < powerMw.length; slot += 1)
      powerMw[slot] = (powerMw[slot] ?? NaN) - (values[slot] ?? NaN)
  }
  return { startsAtUtc: first.startsAtUtc, stepMinutes, powerMw }
}

export function residualBlock({ load, solar, wind }: ByQuantity<Block>): Block {
  return differenceOf([load, solar, wind])
}
