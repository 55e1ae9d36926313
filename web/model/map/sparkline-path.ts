const PADDING_PX = 2

/**
 * An SVG path through evenly spaced values, scaled to their own range; missing values leave a gap.
 * @returns the path, and the height of zero if the values lie on both sides of it
 */
export function sparklinePath(
  values: readonly (number | null)[],
  widthPx: number,
  heightPx: number,
): { curve: string; zeroY: number | null } {
  const known = values.filter((value) => value !== null)
  const least = Math.min(...known)
  const most = Math.max(...known)
  const span = most - least || 1
  const y = (value: number) =>
    round(heightPx - PADDING_PX - ((value - least) / span) * (heightPx - 2 * PADDING_PX))
  const x = (index: number) => round((index / Math.max(values.length - 1, 1)) * widthPx)
  const curve = values
    .map((value, index) =>
      value === null ? '' : `${(values[index - 1] ?? null) === null ? 'M' : 'L'}${x(index)} ${y(value)}`,
    )
    .join('')
  return { curve, zeroY: least < 0 && most > 0 ? y(0) : null }
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
