import { DAY_MS } from '#contract/time.ts'
import { byQuantity, type ByQuantity, type Kind, type Quantity } from '#server/series/series.ts'

import type { DemoArea } from './areas.ts'
import { loadMw } from './load.ts'
import { noise, type Curve } from './noise.ts'
import { limited, solarMw, weatherOver, windMw } from './weather.ts'

/** `early tso`: the TSO's forecast two days ahead. */
export type DemoKind = Exclude<Kind, 'model'> | 'early tso'

/** An error that lasts for weeks, in level and by hour of the day. Mean 0, deviation 1. */
function habitOf(quantity: Quantity, area: DemoArea): Curve {
  const level = noise(`${quantity} level`, area, 240, 6)
  const noon = noise(`${quantity} noon`, area, 240, 6)
  return (utc) => {
    const angle = 2 * Math.PI * (utc / DAY_MS + area.longitude / 360)
    // The constant part keeps the forecast of a cloudless day from being marked as copied.
    const daily = noon(utc) * Math.cos(angle) - Math.sin(angle)
    return (level(utc) + Math.SQRT2 * daily) / Math.sqrt(3)
  }
}

/** Deviation, as a share of the value. */
const HABIT_SIZE = { solar: 0.035, wind: 0.05 } as const

/** Error of a day-ahead forecast beyond its weather's, as a share of the value. */
function errorOf(quantity: Quantity, area: DemoArea): Curve {
  const habit = habitOf(quantity, area)
  if (quantity !== 'load') return (utc) => HABIT_SIZE[quantity] * limited(habit(utc))
  // A quarter of the variance is habit.
  const unknown = noise('unknown load', area, 3, 6)
  return (utc) =>
    1.2 * area.loadErrorShare * limited(Math.sqrt(0.25) * habit(utc) + Math.sqrt(0.75) * unknown(utc))
}

/** Additional error two days ahead, as a share of the value. */
const EARLY_ERROR: ByQuantity<number> = { load: 0.015, solar: 0.08, wind: 0.1 }

/** Relative to what the weather implies. */
function shareOf(kind: DemoKind, quantity: Quantity, area: DemoArea): Curve {
  if (kind === 'actual') return () => 1
  const error = errorOf(quantity, area)
  if (kind === 'tso') return (utc) => 1 + error(utc)
  const early = noise(`early ${quantity}`, area, 2, 6)
  return (utc) => (1 + error(utc)) * (1 + EARLY_ERROR[quantity] * early(utc))
}

/** Residual load as a share of the load. */
const CURTAILED_BELOW = 0.08

export function demoPower(area: DemoArea, kind: DemoKind): (utc: number) => ByQuantity<number> {
  const weather = weatherOver(area, kind === 'actual' ? 'actual' : 'tso')
  const power = { load: loadMw(area), solar: solarMw(area, weather), wind: windMw(area, weather) }
  const share = byQuantity((quantity) => shareOf(kind, quantity, area))
  // Zones inside a national grid export their surplus. The TSO underestimates curtailment: a correcting model can learn it.
  const curtailed = area.code.includes('-') ? 0 : kind === 'actual' ? 0.6 : 0.42
  return (utc) => {
    const { load, solar, wind } = byQuantity((quantity) => power[quantity](utc) * share[quantity](utc))
    const excess = solar + wind - (1 - CURTAILED_BELOW) * load
    const kept = excess > 0 ? 1 - (curtailed * excess) / (solar + wind) : 1
    return { load, solar: kept * solar, wind: kept * wind }
  }
}
