/** What a statement selects for a moment of a column: the text of answers, such as `2026-11-24T18:02:00.000Z`. */
export const isoOf = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The same as epoch milliseconds. Much quicker than by `extract`, which computes with decimal digits. */
export const utcOf = (column: string): string => `round(date_part('epoch', ${column}) * 1000)`
