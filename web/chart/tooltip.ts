import type { ChartData } from './chart-data.ts'
import { curveVariable } from './palette.ts'
import { formatMoment } from './time-format.ts'
import { isBandShown } from './hidden-curves.ts'
import { formatQuantity, formatRange } from './value-format.ts'

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
  const rows = view.data.curves.map(({ name, style, colourIndex }) =>
    createRow(`chart-sample chart-sample-${style}`, colourIndex, name),
  )
  const bandRow =
    view.data.band && createRow('chart-band-sample', view.data.band.colourIndex, view.data.band.name)
  element.append(moment, ...[...rows, ...(bandRow ? [bandRow] : [])].map((row) => row.element))
  host.append(element)
  let { data } = view
  let written = -1

  function write(index: number) {
    if (index === written) return
    written = index
    moment.textContent = formatMoment(data.timesS[index] ?? 0)
    data.curves.forEach(({ values }, position) =>
      rows[position]?.write(formatQuantity(values[index] ?? null, unit)),
    )
    if (data.band !== undefined)
      bandRow?.write(formatRange(data.band.low[index] ?? null, data.band.high[index] ?? null, unit))
  }

  function setView({ data: next, hidden }: TooltipView) {
    if (next !== data) written = -1
    data = next
    data.curves.forEach(({ name }, index) =>
      rows[index]?.element.toggleAttribute('hidden', hidden.includes(name)),
    )
    bandRow?.element.toggleAttribute('hidden', !isBandShown(data, hidden))
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

interface Row {
  element: HTMLElement
  write: (text: string) => void
}

function createRow(sampleClass: string, colourIndex: number, title: string): Row {
  const element = block('chart-tooltip-row')
  const sample = block(sampleClass)
  sample.style.color = `var(${curveVariable(colourIndex)})`
  const name = block('chart-tooltip-name')
  name.textContent = title
  const value = block('chart-tooltip-value')
  element.append(sample, name, value)
  return {
    element,
    write(text) {
      value.textContent = text
    },
  }
}

function block(className: string): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  return element
}
