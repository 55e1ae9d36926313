import type { ChartData } from './chart-data.ts'
import { isBandShown } from './hidden-curves.ts'
import { curveVariable } from './palette.ts'
import { formatMoment } from './time-format.ts'
import { formatQuantity, formatValue } from './value-format.ts'

const GAP_PX = 14
const LINE_PX = 19

export interface TooltipView {
  data: ChartData
  /** Names of the curves left out. */
  hidden: readonly string[]
}

/** The reading beside the crosshair. It lives outside React: it changes with every move of the pointer. */
export interface Tooltip {
  /** Shows the moment at an index beside `leftPx` of a host `hostPx` wide. */
  show: (index: number, leftPx: number, hostPx: number) => void
  hide: () => void
  setView: (view: TooltipView) => void
  remove: () => void
}

/**
 * Moment and values are one text each, in boxes whose size does not depend on the words: a move writes two texts
 * and lays out nothing else.
 */
export function createTooltip(host: HTMLElement, first: TooltipView, unit: string): Tooltip {
  const element = block('chart-tooltip tabular')
  element.ariaHidden = 'true'
  const moment = block('chart-tooltip-moment')
  const names = block('chart-tooltip-names')
  const values = block('chart-tooltip-values')
  const [momentText, valuesText] = [textIn(moment), textIn(values)]
  element.append(moment, names, values)
  host.append(element)
  let view = first
  let written = -1
  let isShown = false
  let longestLine = 0
  /** Measured again after whatever may change it. */
  let widthPx = 0
  let hostWidthPx = 0

  function write(index: number) {
    if (index === written) return
    written = index
    const lines = valueLines(view, index, unit)
    momentText.data = formatMoment(view.data.timesS[index] ?? 0)
    valuesText.data = lines.join('\n')
    for (const { length } of lines) {
      if (length <= longestLine) continue
      // Grows and never shrinks, so that it does not tremble. Capitals of the unit are wider than digits.
      longestLine = length
      values.style.width = `${length + 2}ch`
      widthPx = 0
    }
  }

  function setView(next: TooltipView) {
    view = next
    written = -1
    widthPx = 0
    const rows = nameRows(view)
    names.replaceChildren(...rows)
    values.style.height = `${rows.length * LINE_PX}px`
  }

  setView(first)
  return {
    show(index, leftPx, hostPx) {
      write(index)
      if (hostPx !== hostWidthPx) {
        hostWidthPx = hostPx
        widthPx = 0
      }
      if (!isShown) element.classList.add('chart-tooltip-shown')
      isShown = true
      if (widthPx === 0) widthPx = element.offsetWidth
      const x =
        leftPx < hostPx / 2
          ? Math.min(leftPx + GAP_PX, hostPx - widthPx)
          : Math.max(0, leftPx - GAP_PX - widthPx)
      element.style.transform = `translateX(${Math.round(x)}px)`
    },
    hide() {
      if (isShown) element.classList.remove('chart-tooltip-shown')
      isShown = false
    },
    setView,
    remove() {
      element.remove()
    },
  }
}

/** A line a value, in the order of the names. */
function valueLines({ data, hidden }: TooltipView, index: number, unit: string): string[] {
  const lines = data.curves
    .filter(({ name }) => !hidden.includes(name))
    .map(({ values }) => formatQuantity(values[index] ?? null, unit))
  if (data.band === undefined || !isBandShown(data, hidden)) return lines
  const low = data.band.low[index] ?? null
  const high = data.band.high[index] ?? null
  const isMissing = low === null || high === null
  return [...lines, isMissing ? formatValue(null) : `${formatValue(low)} – ${formatQuantity(high, unit)}`]
}

function nameRows({ data, hidden }: TooltipView): HTMLElement[] {
  const rows = data.curves
    .filter(({ name }) => !hidden.includes(name))
    .map(({ name, style, colourIndex }) => nameRow(`chart-sample chart-sample-${style}`, colourIndex, name))
  if (data.band === undefined || !isBandShown(data, hidden)) return rows
  return [...rows, nameRow('chart-band-sample', data.band.colourIndex, data.band.name)]
}

function nameRow(sampleClass: string, colourIndex: number, title: string): HTMLElement {
  const row = block('chart-tooltip-row')
  const sample = block(sampleClass)
  sample.style.color = `var(${curveVariable(colourIndex)})`
  const name = block('chart-tooltip-name')
  name.textContent = title
  row.append(sample, name)
  return row
}

function block(className: string): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  return element
}

/** A text whose words change without new nodes. */
function textIn(parent: HTMLElement): Text {
  const node = document.createTextNode('')
  parent.append(node)
  return node
}
