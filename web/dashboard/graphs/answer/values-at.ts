/** The values of a column at other positions; `null` where there is none. */
export function valuesAt(
  values: readonly (number | null)[],
  positions: readonly (number | undefined)[],
): (number | null)[] {
  return positions.map((position) => (position === undefined ? null : (values[position] ?? null)))
}
