/** Linear-light red, green and blue, 0 to 1. */
export type LinearColour = readonly [red: number, green: number, blue: number]
type Matrix = readonly [LinearColour, LinearColour, LinearColour]

/** The kinds of sight in which the palette must be told apart. */
export const VISIONS = ['full', 'deuteranopia', 'protanopia'] as const
export type Vision = (typeof VISIONS)[number]

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear light. */
const SIMULATIONS: Readonly<Record<Vision, Matrix>> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
}

/** sRGB to XYZ, and the white of D65. */
const TO_XYZ: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
]
const WHITE = [0.95047, 1, 1.08883] as const

/** A colour written `#rrggbb`. */
export function parseColour(hex: string): LinearColour {
  const channel = (start: number) => toLinear(Number.parseInt(hex.slice(start, start + 2), 16) / 255)
  return [channel(1), channel(3), channel(5)]
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** WCAG's contrast ratio, 1 to 21. */
export function contrast(one: LinearColour, other: LinearColour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance([red, green, blue]: LinearColour): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How far apart two colours look to an eye of this vision: CIEDE2000, 1 is barely noticed. */
export function difference(one: LinearColour, other: LinearColour, vision: Vision): number {
  return ciede2000(toLab(seen(one, vision)), toLab(seen(other, vision)))
}

function seen(colour: LinearColour, vision: Vision): LinearColour {
  const [red, green, blue] = times(SIMULATIONS[vision], colour)
  return [clamp(red), clamp(green), clamp(blue)]
}

function clamp(value: number): number {
  return Math.max(0, Math.min(1, value))
}

function times(matrix: Matrix, [red, green, blue]: LinearColour): LinearColour {
  const row = ([a, b, c]: LinearColour) => a * red + b * green + c * blue
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])]
}

type Lab = readonly [lightness: number, a: number, b: number]

function toLab(colour: LinearColour): Lab {
  const [x, y, z] = times(TO_XYZ, colour)
  const [fx, fy, fz] = [labCurve(x / WHITE[0]), labCurve(y / WHITE[1]), labCurve(z / WHITE[2])]
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]
}

function labCurve(value: number): number {
  return value > 216 / 24_389 ? Math.cbrt(value) : (value * 24_389) / 27 / 116 + 16 / 116
}

/** Sharma, Wu and Dalal 2005; the names of the terms are theirs. */
export function ciede2000([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const g = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)))
  const [c1, c2] = [Math.hypot(a1 * (1 + g), b1), Math.hypot(a2 * (1 + g), b2)]
  const [h1, h2] = [hue(a1 * (1 + g), b1), hue(a2 * (1 + g), b2)]
  const isGrey = c1 * c2 === 0
  const turn = h2 - h1
  const dHue = isGrey ? 0 : turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(dHue / 2))
  const far = Math.abs(turn) > 180
  const meanHue = isGrey ? h1 + h2 : far ? (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2 : (h1 + h2) / 2
  const [meanL, meanChroma] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const t =
    1 -
    0.17 * Math.cos(radians(meanHue - 30)) +
    0.24 * Math.cos(radians(2 * meanHue)) +
    0.32 * Math.cos(radians(3 * meanHue + 6)) -
    0.2 * Math.cos(radians(4 * meanHue - 63))
  const rotation =
    -Math.sin(radians(60 * Math.exp(-(((meanHue - 275) / 25) ** 2)))) *
    2 *
    Math.sqrt(meanChroma ** 7 / (meanChroma ** 7 + 25 ** 7))
  const lightness = (l2 - l1) / (1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2))
  const chroma = (c2 - c1) / (1 + 0.045 * meanChroma)
  const hueTerm = dH / (1 + 0.015 * meanChroma * t)
  return Math.sqrt(lightness ** 2 + chroma ** 2 + hueTerm ** 2 + rotation * chroma * hueTerm)
}

function hue(a: number, b: number): number {
  return a === 0 && b === 0 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
