import type { Quantity } from './series.ts'

/** One value for each quantity. */
export type ByQuantity<Value> = Readonly<Record<Quantity, Value>>

/** The record that `valueOf` gives, quantity by quantity. */
export function byQuantity<Value>(valueOf: (quantity: Quantity) => Value): ByQuantity<Value> {
  return { load: valueOf('load'), solar: valueOf('solar'), wind: valueOf('wind') }
}
