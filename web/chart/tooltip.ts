import type { ChartData, Curve } from './chart-data.ts'
import { curveVariable } from './palette.ts'
import { formatMoment } from './time-format.ts'
import { formatValue } from './value-format.ts'

/** The reading beside the crosshair. It lives outside React: it changes with every move of the pointer. */
export interface Tooltip {
  element: HTMLElement
  /** Shows the moment at an index, beside `leftPx` of a plot that is `widthPx` wide. */
  show: (index: number, leftPx: number, widthPx: number) => void
  hide: () => void
}

export function createTooltip(data: ChartData, unit: string): Tooltip {
  const element = block('chart-tooltip tabular')
  element.ariaHidden = 'true'
  const moment = block('chart-tooltip-moment')
  const rows = data.curves.map((curve) => row(curve))
  element.append(moment, ...rows.map(({ line }) => line))
  let shown = -1

  function write(index: number) {
    if (index === shown) return
    shown = index
    moment.textContent = formatMoment(data.timesS[index] ?? Number.NaN)
    data.curves.forEach((curve, position) => {
      const cell = rows[position]?.value
      if (cell !== undefined) cell.textContent = `${formatValue(curve.values[index] ?? null)} ${unit}`
    })
  }

  return {
    element,
    show(index, leftPx, widthPx) {
      write(index)
      // Own width is the 100 % of a transform: placed beside the crosshair and kept inside without measuring.
      const x =
        leftPx < widthPx / 2
          ? `min(${leftPx + 14}px, ${widthPx}px - 100%)`
          : `max(0px, ${leftPx - 14}px - 100%)`
      element.style.transform = `translate(${x}, 0)`
      element.dataset['shown'] = ''
    },
    hide() {
      delete element.dataset['shown']
    },
  }
}

function row(curve: Curve): { line: HTMLElement; value: HTMLElement } {
  const line = block('chart-tooltip-row')
  const sample = block(`chart-sample chart-sample-${curve.style}`)
  sample.style.color = `var(${curveVariable(curve.colourIndex)})`
  const name = block('chart-tooltip-name')
  name.textContent = curve.name
  const value = block('chart-tooltip-value')
  line.append(sample, name, value)
  return { line, value }
}

function block(className: string): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  return element
}
