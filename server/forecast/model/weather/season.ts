/** Sine and cosine of the day of the year, from a day number. */
export function season(dayNumber: number): readonly [number, number] {
  const phase = (2 * Math.PI * dayNumber) / 365.2425
  return [Math.sin(phase), Math.cos(phase)]
}
