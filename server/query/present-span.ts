function isPresent(powerMw: number): boolean {
  return !Number.isNaN(powerMw)
}

/** Where the first and the last value of a curve are. Without any, no index lies from `first` to `last`. */
export function presentSpan(powerMw: Float64Array): { first: number; last: number } {
  const last = powerMw.findLastIndex(isPresent)
  return { first: last === -1 ? 0 : powerMw.findIndex(isPresent), last }
}
