import { residualLoad } from '#server/series/residual-load.ts'
import { byQuantity, type ByQuantity, QUANTITIES, type Quantity } from '#server/series/series.ts'

import type { BandOffsets } from './adaptive-conformal.ts'

/** Forecast values: the three quantities and the residual load that they make. */
export const TARGETS = ['residual', ...QUANTITIES] as const
export type Target = (typeof TARGETS)[number]
export type ByTarget<Value> = Readonly<Record<Target, Value>>

export function byTarget<Value>(valueOf: (target: Target) => Value): ByTarget<Value> {
  return { residual: valueOf('residual'), ...byQuantity(valueOf) }
}

/** 24 hours in MW, NaN for missing. */
export interface TargetHours {
  /** As published; for the residual load only where load, solar and wind are all published. */
  tso: Float64Array
  model: Float64Array
  /** The published value: model and TSO, combined by their weights. */
  final: Float64Array
}

/** The forecast of one local day as far as those of later days follow from it. */
export interface EarlierForecast {
  /** Row of the history's grid. */
  day: number
  targets: ByTarget<TargetHours>
  /** Quantities whose TSO forecast is usually published but was missing. */
  missing: readonly Quantity[]
}

/** Part of an uploaded forecast in the final values of a quantity, 0 to 1. */
export interface UploadShare {
  label: string
  quantity: Quantity
  weight: number
  /** Hours whose step is larger than any that earned the weight: they are not followed. */
  leftOutHours: number
}

export interface DayForecast extends EarlierForecast {
  targets: ByTarget<TargetHours & { band: BandOffsets }>
  /** Share of the model's correction in the final value, 0 to 1. */
  weights: ByQuantity<number>
  /** Only those above 0. */
  uploads: readonly UploadShare[]
  /** Quantities forecast only from history: those that are missing, and those whose TSO forecast is never published or not usable. */
  withoutTso: readonly Quantity[]
  /** Weight of the forecast weather in the model's sun and wind, and in its load, 0 to 1. */
  weatherWeights: ByQuantity<number>
}

/** True if the forecast weather had any weight. */
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
