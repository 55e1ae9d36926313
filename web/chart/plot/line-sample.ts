import type { Curve } from '#web/chart/data/chart-data.ts'

import { curveDash, LINE_WIDTH_PX } from './line-style.ts'
import { curveVariable, DIMMED_ALPHA } from './palette.ts'

/** Long enough for every dash pattern to show twice. */
export const SAMPLE_LENGTH_PX = 26

/** The attributes of an SVG line that looks as the chart draws the curve. */
export function lineAttributes(curve: Pick<Curve, 'style' | 'colourIndex'>) {
  return {
    stroke: `var(${curveVariable(curve.colourIndex)})`,
    strokeWidth: LINE_WIDTH_PX,
    strokeDasharray: curveDash(curve).join(' '),
    strokeOpacity: curve.style === 'dimmed' ? DIMMED_ALPHA : 1,
  }
}

const SVG = 'http://www.w3.org/2000/svg'

/** A short piece of a curve's line, for places outside React. */
export function createLineSample(curve: Pick<Curve, 'style' | 'colourIndex'>): SVGElement {
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
