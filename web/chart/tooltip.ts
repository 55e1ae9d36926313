import type { ChartData, Curve } from './chart-data.ts'
import { curveVariable } from './palette.ts'
import { formatMoment } from './time-format.ts'
import { formatValue } from './value-format.ts'

const GAP_PX = 14

export interface TooltipView {
  data: ChartData
  /** Names of the curves left out. */
  hidden: readonly string[]
}

/** The reading beside the crosshair. It lives outside React: it changes with every move of the pointer. */
export interface Tooltip {
  /** Shows the moment at an index beside `leftPx` of a host `widthPx` wide. */
  show: (index: number, leftPx: number, widthPx: number) => void
  hide: () => void
  setView: (view: TooltipView) => void
  remove: () => void
}

export function createTooltip(host: HTMLElement, view: TooltipView, unit: string): Tooltip {
  const element = block('chart-tooltip tabular')
  element.ariaHidden = 'true'
  const moment = block('chart-tooltip-moment')
  const rows = view.data.curves.map((curve) => createRow(curve, unit))
  element.append(moment, ...rows.map((row) => row.element))
  host.append(element)
  let { data } = view
  let written = -1

  function write(index: number) {
    if (index === written) return
    written = index
    moment.textContent = formatMoment(data.timesS[index] ?? 0)
    data.curves.forEach(({ values }, position) => rows[position]?.write(values[index] ?? null))
  }

  function setView({ data: next, hidden }: TooltipView) {
    if (next !== data) written = -1
    data = next
    data.curves.forEach(({ name }, index) =>
      rows[index]?.element.toggleAttribute('hidden', hidden.includes(name)),
    )
  }

  setView(view)
  return {
    show(index, leftPx, widthPx) {
      write(index)
      // A transform's 100 % is the element's own width: it stands beside the crosshair and inside the host unmeasured.
      const x =
        leftPx < widthPx / 2
          ? `min(${leftPx + GAP_PX}px, ${widthPx}px - 100%)`
          : `max(0px, ${leftPx - GAP_PX}px - 100%)`
      element.style.transform = `translateX(${x})`
      element.classList.add('chart-tooltip-shown')
    },
    hide() {
      element.classList.remove('chart-tooltip-shown')
    },
    setView,
    remove() {
      element.remove()
    },
  }
}

function createRow(curve: Curve, unit: string) {
  const element = block('chart-tooltip-row')
  const sample = block(`chart-sample chart-sample-${curve.style}`)
  sample.style.color = `var(${curveVariable(curve.colourIndex)})`
  const name = block('chart-tooltip-name')
  name.textContent = curve.name
  const value = block('chart-tooltip-value')
  element.append(sample, name, value)
  return {
    element,
    write(number: number | null) {
      value.textContent = number === null ? formatValue(null) : `${formatValue(number)} ${unit}`
    },
  }
}

function block(className: string): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  return element
}
