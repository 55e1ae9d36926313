import type { Curve, CurveStyle } from '#web/chart/data/chart-data.ts'

/** Colours in theme.css; larger indexes repeat them with other dashes. */
export const PALETTE_SIZE = 15

const ALPHAS: Readonly<Partial<Record<CurveStyle, number>>> = { dimmed: 0.65, ribbon: 0.5 }

export function curveVariable(colourIndex: number): string {
  return `--curve-${colourIndex % PALETTE_SIZE}`
}

export type ChartColours = ReturnType<typeof readColours>

/** Colours and fonts at an element, for a canvas, which cannot resolve `var(…)`. */
export function readColours(element: Element) {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    /** `#rrggbb` */
    curves: Array.from({ length: PALETTE_SIZE }, (_, index) => read(curveVariable(index))),
    ink: read('--ink'),
    inkMuted: read('--ink-muted'),
    line: read('--line'),
    lineStrong: read('--line-strong'),
    surface: read('--surface'),
    accent: read('--accent'),
    caution: read('--caution'),
    isDark: style.colorScheme === 'dark',
    fontFamily: style.fontFamily,
  }
}

export const FONT_PX = 12

export function plotFont({ fontFamily }: ChartColours, sizePx = FONT_PX, weight = 400): string {
  return `${weight} ${Math.round(sizePx)}px ${fontFamily}`
}

/** Returns the function that stops it. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'data-theme'] })
  // Text in a fallback font is redrawn in the loaded font.
  document.fonts.addEventListener('loadingdone', listener)
  return () => {
    observer.disconnect()
    document.fonts.removeEventListener('loadingdone', listener)
  }
}

const LINE_WIDTH_PX = 2
const WIDTHS_PX: Readonly<Partial<Record<CurveStyle, number>>> = { ribbon: 6, bold: 2.5 }

/** CSS pixels, for the first and second round of the palette. */
const DASHES: Readonly<Record<CurveStyle, readonly [first: readonly number[], second: readonly number[]]>> = {
  solid: [[], [12, 3, 2, 3]],
  dashed: [
    [7, 4],
    [14, 4],
  ],
  dotted: [
    [2, 4],
    [2, 4, 6, 4],
  ],
  dimmed: [
    [3, 4],
    [1, 3],
  ],
  ribbon: [[], [12, 3]],
  bold: [[], [2, 4]],
}

export function curveDash({ style, colourIndex }: Pick<Curve, 'style' | 'colourIndex'>): readonly number[] {
  return DASHES[style][Math.floor(colourIndex / PALETTE_SIZE) % 2 === 0 ? 0 : 1]
}

export function curveWidthPx({ style, widthPx }: Pick<Curve, 'style' | 'widthPx'>): number {
  return widthPx ?? WIDTHS_PX[style] ?? LINE_WIDTH_PX
}

export function curveStroke({ style, colourIndex }: Curve, { curves, ink }: ChartColours): string {
  const colour = curves[colourIndex % PALETTE_SIZE] ?? ink
  const alpha = ALPHAS[style]
  return alpha === undefined ? colour : withAlpha(colour, alpha)
}

export function withAlpha(hex: string, alpha: number): string {
  const byte = Math.round(alpha * 255)
  return hex + byte.toString(16).padStart(2, '0')
}

/** Every dash pattern fits twice. */
export const SAMPLE_LENGTH_PX = 26

type LineLook = Pick<Curve, 'style' | 'colourIndex' | 'widthPx'>

export function lineAttributes(curve: LineLook) {
  return {
    stroke: `var(${curveVariable(curve.colourIndex)})`,
    strokeWidth: curveWidthPx(curve),
    strokeDasharray: curveDash(curve).join(' '),
    strokeOpacity: ALPHAS[curve.style] ?? 1,
  }
}

const SVG = 'http://www.w3.org/2000/svg'

export function createLineSample(curve: LineLook): SVGElement {
  const { stroke, strokeWidth, strokeDasharray, strokeOpacity } = lineAttributes(curve)
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', 'chart-sample')
  svg.setAttribute('width', String(SAMPLE_LENGTH_PX))
  svg.setAttribute('height', String(strokeWidth))
  const line = document.createElementNS(SVG, 'line')
  const attributes = {
    x2: SAMPLE_LENGTH_PX,
    y1: strokeWidth / 2,
    y2: strokeWidth / 2,
    stroke,
    'stroke-width': strokeWidth,
    'stroke-dasharray': strokeDasharray,
    'stroke-opacity': strokeOpacity,
  }
  for (const [name, value] of Object.entries(attributes)) line.setAttribute(name, String(value))
  svg.append(line)
  return svg
}
