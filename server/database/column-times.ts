/** SQL for a time column as the text that answers use, such as `2026-11-24T18:02:00.000Z`. */
export const isoOf = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL for a time column as epoch milliseconds. `extract` is much slower, because it computes with decimal digits. */
export const utcOf = (column: string): string => `round(date_part('epoch', ${column}) * 1000)`
