import type { ChartData } from './chart-data.ts'

/** Names of curves not drawn, after one is shown or hidden. */
export function toggled(hidden: readonly string[], name: string): readonly string[] {
  return hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name]
}

/** Names of curves not drawn, after one is left alone; all come back when it is alone already. */
export function soloed(names: readonly string[], hidden: readonly string[], name: string): readonly string[] {
  return isAlone(names, hidden, name) ? [] : names.filter((other) => other !== name)
}

export function isAlone(names: readonly string[], hidden: readonly string[], name: string): boolean {
  return names.every((other) => hidden.includes(other) === (other !== name))
}

/** A band is shown with its curve: while any of that colour is. */
export function isBandShown({ band, curves }: ChartData, hidden: readonly string[]): boolean {
  const ofBand = curves.filter(({ colourIndex }) => colourIndex === band?.colourIndex)
  return ofBand.length === 0 || ofBand.some(({ name }) => !hidden.includes(name))
}
