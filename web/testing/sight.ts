import { converter, filterDeficiencyDeuter, filterDeficiencyProt, filterDeficiencyTrit } from 'culori'
import type { Color, Rgb } from 'culori'

/** Kinds of colour vision, as functions of a colour in linear light. */
const SIMULATIONS: Readonly<Record<string, (colour: Rgb) => Rgb>> = {
  full: (colour) => colour,
  deuteranopia: filterDeficiencyDeuter(1),
  protanopia: filterDeficiencyProt(1),
  tritanopia: filterDeficiencyTrit(1),
}
export const SIGHTS = Object.keys(SIMULATIONS)
const toLinear = converter('lrgb')

/** A colour as seen with this vision. */
export function seen(colour: string, sight: string): Color {
  const linear = toLinear(colour)
  const simulate = SIMULATIONS[sight]
  if (linear === undefined || simulate === undefined) throw new Error(`${colour} or ${sight} is not known`)
  const { r, g, b } = simulate({ ...linear, mode: 'rgb' })
  const clamp = (value: number) => Math.max(0, Math.min(1, value))
  return { mode: 'lrgb', r: clamp(r), g: clamp(g), b: clamp(b) }
}

/** The value of a colour variable in a theme such as `.dark`; empty if undefined. */
export function valueOf(css: string, theme: string, name: string): string {
  const block = new RegExp(`^${theme.replace('.', '\\.')} \\{([^}]*)\\}`, 'm').exec(css)?.[1] ?? ''
  return new RegExp(`${name}: (#[0-9a-f]{6});`).exec(block)?.[1] ?? ''
}
