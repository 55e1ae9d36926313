import type { ChartData } from './chart-data.ts'

/** The hidden curves after one is shown or hidden. */
export function toggled(hidden: readonly string[], name: string): readonly string[] {
  return hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name]
}

/** The hidden curves after one is shown alone. If it is alone already, nothing stays hidden. */
export function soloed(names: readonly string[], hidden: readonly string[], name: string): readonly string[] {
  return isAlone(names, hidden, name) ? [] : names.filter((other) => other !== name)
}

export function isAlone(names: readonly string[], hidden: readonly string[], name: string): boolean {
  return names.every((other) => hidden.includes(other) === (other !== name))
}

/** A band is shown as long as a curve of its colour is. */
export function isBandShown({ band, curves }: ChartData, hidden: readonly string[]): boolean {
  const ofBand = curves.filter(({ colourIndex }) => colourIndex === band?.colourIndex)
  return ofBand.length === 0 || ofBand.some(({ name }) => !hidden.includes(name))
}
