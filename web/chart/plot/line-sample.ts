import type { Curve } from '#web/chart/data/chart-data.ts'

import { curveDash, curveWidthPx } from './line-style.ts'
import { curveVariable, DIMMED_ALPHA } from './palette.ts'

/** Long enough for every dash pattern to show twice. */
export const SAMPLE_LENGTH_PX = 26

type LineLook = Pick<Curve, 'style' | 'colourIndex' | 'widthPx'>

/** The attributes of an SVG line that looks as the chart draws the curve. */
export function lineAttributes(curve: LineLook) {
  return {
    stroke: `var(${curveVariable(curve.colourIndex)})`,
    strokeWidth: curveWidthPx(curve),
    strokeDasharray: curveDash(curve).join(' '),
    strokeOpacity: curve.style === 'dimmed' ? DIMMED_ALPHA : 1,
  }
}

const SVG = 'http://www.w3.org/2000/svg'

/** A short piece of a curve's line, for places outside React. */
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
