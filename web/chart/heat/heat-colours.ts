import type { ValueRange } from '#web/chart/data/chart-data.ts'

/** Cividis (Nuñez, Anderton, Renslow, PLOS ONE 2018): dark blue to yellow, evenly lighter for any kind of colour vision. */
const STOPS = [
  [0, 32, 77],
  [0, 51, 111],
  [57, 72, 107],
  [87, 92, 109],
  [112, 113, 115],
  [138, 135, 121],
  [166, 157, 117],
  [196, 181, 108],
  [228, 207, 91],
  [255, 234, 70],
] as const
const STEPS = 256

export const HEAT_COLOURS: readonly string[] = Array.from({ length: STEPS }, (_, step) => {
  const at = (step / (STEPS - 1)) * (STOPS.length - 1)
  const before = STOPS[Math.floor(at)] ?? STOPS[0]
  const after = STOPS[Math.ceil(at)] ?? before
  const channels = before.map((channel, index) =>
    Math.round(channel + ((after[index] ?? channel) - channel) * (at % 1)),
  )
  return `rgb(${channels.join(' ')})`
})

/** The larger the value, the more contrast to the background. The middle if all values are equal. */
export function heatStep(value: number, { low, high }: ValueRange, isDark: boolean): number {
  const share = high === low ? 0.5 : (value - low) / (high - low)
  const step = Math.max(0, Math.min(STEPS - 1, Math.round(share * (STEPS - 1))))
  return isDark ? step : STEPS - 1 - step
}

export function needsDarkMark(step: number): boolean {
  return step > STEPS / 2
}
