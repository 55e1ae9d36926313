import { residualLoad } from '#server/series/residual-load.ts'
import { byQuantity, type ByQuantity, QUANTITIES, type Quantity } from '#server/series/series.ts'

import type { BandOffsets } from './adaptive-conformal.ts'

export const TARGETS = ['residual', ...QUANTITIES] as const
export type Target = (typeof TARGETS)[number]
export type ByTarget<Value> = Readonly<Record<Target, Value>>

export function byTarget<Value>(valueOf: (target: Target) => Value): ByTarget<Value> {
  return { residual: valueOf('residual'), ...byQuantity(valueOf) }
}

/** 24 hours in MW, NaN for missing. */
export interface TargetHours {
  /** As published; residual load only if all three parts are. */
  tso: Float64Array
  model: Float64Array
  final: Float64Array
}

/** The part that later forecasts depend on. */
export interface EarlierForecast {
  /** Row of the history's grid. */
  day: number
  targets: ByTarget<TargetHours>
  /** Quantities whose usual TSO forecast was missing. */
  missing: readonly Quantity[]
}

/** `weight` in the final values, 0 to 1. */
export interface UploadShare {
  label: string
  quantity: Quantity
  weight: number
  /** Not followed: the step is larger than any that earned the weight. */
  leftOutHours: number
}

export interface DayForecast extends EarlierForecast {
  targets: ByTarget<TargetHours & { band: BandOffsets }>
  /** Share of the model's correction, 0 to 1. */
  weights: ByQuantity<number>
  /** Only weights above 0. */
  uploads: readonly UploadShare[]
  /** The TSO's forecast is missing, never published, or not usable. */
  withoutTso: readonly Quantity[]
  /** Share of the forecast weather, 0 to 1. */
  weatherWeights: ByQuantity<number>
}

export function usesWeather({ weatherWeights }: Pick<DayForecast, 'weatherWeights'>): boolean {
  return QUANTITIES.some((quantity) => weatherWeights[quantity] > 0)
}

export function withResidual(parts: ByQuantity<TargetHours>): ByTarget<TargetHours> {
  const residual = (kind: keyof TargetHours) => residualLoad(byQuantity((quantity) => parts[quantity][kind]))
  return {
    residual: { tso: residual('tso'), model: residual('model'), final: residual('final') },
    ...parts,
  }
}
