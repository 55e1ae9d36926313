/** Index of the first stamp at or after a time, or the length if all are earlier. Stamps ascend. */
export function indexFrom(timesS: readonly number[], timeS: number): number {
  let low = 0
  let high = timesS.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((timesS[middle] ?? Infinity) < timeS) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the stamp closest to a time, the earlier of two equally close ones; `null` if there are no stamps. */
export function nearestIndex(timesS: readonly number[], timeS: number): number | null {
  if (timesS.length === 0) return null
  const after = indexFrom(timesS, timeS)
  const before = after - 1
  const distanceAfter = (timesS[after] ?? Infinity) - timeS
  const distanceBefore = timeS - (timesS[before] ?? -Infinity)
  return distanceBefore <= distanceAfter ? before : after
}
