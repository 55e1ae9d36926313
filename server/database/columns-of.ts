/** Fields of rows as an array each, for `unnest`. */
export function columnsOf<Row extends object>(
  rows: readonly Row[],
  ...names: readonly (keyof Row)[]
): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]))
}
