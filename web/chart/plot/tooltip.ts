import type { ChartData } from '#web/chart/data/chart-data.ts'
import { readComparison } from '#web/chart/data/comparison.ts'
import { isBandShown } from '#web/chart/data/hidden-curves.ts'
import { positionWords } from '#web/chart/format/position-words.ts'
import { formatDayTime } from '#web/chart/format/time-format.ts'
import { formatDifference, formatQuantity, formatValue } from '#web/chart/format/value-format.ts'

import { createLineSample } from './line-style.ts'
import { curveVariable } from './palette.ts'

/** Height of a line of the tooltip (chart.css). */
const LINE_PX = 19

export interface TooltipView {
  data: ChartData
  /** Names of the curves left out. */
  hidden: readonly string[]
}

/** The values beside the crosshair. It lives outside React because it changes with every move of the pointer. */
export interface Tooltip {
  /** Shows the moment of an index next to `leftPx`, in a host `hostPx` wide. */
  show: (index: number, leftPx: number, hostPx: number) => void
  hide: () => void
  setView: (view: TooltipView) => void
  remove: () => void
}

/** A tooltip is built when it is first shown: on a page of many charts only a few are read. */
export function createTooltip(host: HTMLElement, first: TooltipView, unit: string): Tooltip {
  let view = first
  let card: Tooltip | null = null
  /** Whether a finger reads, on a device that may have a mouse too. */
  let isTouched = !matchMedia('(hover: hover)').matches
  for (const type of ['pointerdown', 'pointermove'] as const)
    host.addEventListener(type, ({ pointerType }) => (isTouched = pointerType === 'touch'), true)
  return {
    show(index, leftPx, hostPx) {
      card ??= buildCard(host, view, unit, () => isTouched)
      card.show(index, leftPx, hostPx)
    },
    hide: () => card?.hide(),
    setView(next) {
      view = next
      card?.setView(next)
    },
    remove: () => card?.remove(),
  }
}

/**
 * Moment and values are one text each, in boxes that keep their size, so that a move writes two texts and causes
 * little layout.
 */
function buildCard(host: HTMLElement, first: TooltipView, unit: string, isTouched: () => boolean): Tooltip {
  const element = block('chart-tooltip tabular')
  element.ariaHidden = 'true'
  const moment = growingText(block('chart-tooltip-moment'))
  const names = block('chart-tooltip-names')
  const values = growingText(block('chart-tooltip-values'))
  element.append(moment.box, names, values.box)
  host.append(element)
  let view = first
  let written = -1
  let isShown = false
  /** How many lines each name takes, so that values stay beside their names; empty if no name wraps. */
  let linesByRow: readonly number[] = []
  /** The element's width; 0 if it must be measured again. */
  let widthPx = 0
  let measuredHostPx = 0
  /** At the plot's lower edge, where neither the finger nor the tooltip hides legend or axes. */
  let isDocked = false

  function besideNames(lines: readonly string[]): readonly string[] {
    if (linesByRow.length === 0) return lines
    return lines.map((line, row) => line + '\n'.repeat((linesByRow[row] ?? 1) - 1))
  }

  function write(index: number) {
    if (index === written) return
    written = index
    const hasGrown = [
      moment.write(momentLines(view, index)),
      values.write(besideNames(valueLines(view, index, unit))),
    ]
    if (hasGrown.includes(true)) widthPx = 0
  }

  /** The width decides which names wrap, and with it where the values below them are. */
  function measure(index: number, hostPx: number) {
    isDocked = isTouched()
    element.classList.toggle('chart-tooltip-docked', isDocked)
    const plot = isDocked ? host.querySelector<HTMLElement>('.u-over') : null
    if (plot !== null) {
      element.style.setProperty('--plot-left', `${plot.offsetLeft}px`)
      element.style.setProperty('--plot-width', `${plot.offsetWidth}px`)
      element.style.setProperty('--plot-foot', `${host.clientHeight - plot.offsetTop - plot.offsetHeight}px`)
    }
    widthPx = element.offsetWidth
    measuredHostPx = hostPx
    const lines = Array.from(names.children, (row) => Math.round(row.clientHeight / LINE_PX))
    if (lines.every((count, row) => count === (linesByRow[row] ?? 1))) return
    linesByRow = lines
    written = -1
    write(index)
    widthPx = element.offsetWidth
  }

  function setView(next: TooltipView) {
    view = next
    written = -1
    widthPx = 0
    linesByRow = []
    names.replaceChildren(...nameRows(view))
  }

  function setShown(next: boolean) {
    if (next !== isShown) element.classList.toggle('chart-tooltip-shown', next)
    isShown = next
  }

  setView(first)
  return {
    show(index, leftPx, hostPx) {
      write(index)
      setShown(true)
      if (widthPx === 0 || hostPx !== measuredHostPx || isDocked !== isTouched()) measure(index, hostPx)
      const left = isDocked ? 0 : tooltipLeftPx(leftPx, widthPx, hostPx)
      element.style.transform = `translateX(${left}px)`
    },
    hide: () => setShown(false),
    setView,
    remove: () => element.remove(),
  }
}

/** A box of lines that grows with the longest line and never shrinks, so that it does not jitter. */
function growingText(box: HTMLElement) {
  const text = document.createTextNode('')
  box.append(text)
  let longest = 0
  return {
    box,
    /** Whether it grew. */
    write(lines: readonly string[]): boolean {
      text.data = lines.join('\n')
      const length = Math.max(...lines.map((line) => line.length))
      if (length <= longest) return false
      longest = length
      box.style.setProperty('--longest', `${length}ch`)
      return true
    },
  }
}

/** The moment, and in a comparison the one that the earlier values are from. */
function momentLines({ data, hidden }: TooltipView, index: number): string[] {
  const compared = readComparison(data, hidden, index)
  const moment = positionWords(data).full(data.timesS[index] ?? 0)
  if (compared === null) return [moment]
  const { difference, earlierTimeS } = compared
  const earlier = formatDayTime(earlierTimeS)
  if (difference === null) return [moment, `earlier values of ${earlier}`]
  const { name, isMeasured } = difference
  return [moment, `${isMeasured ? '' : `${name} `}compared with ${earlier}`]
}

/** One line per value, in the order of the names. */
function valueLines({ data, hidden }: TooltipView, index: number, unit: string): string[] {
  const difference = readComparison(data, hidden, index)?.difference ?? null
  const lines = [
    ...data.curves
      .filter(({ name }) => !hidden.includes(name))
      .map(({ values }) => formatQuantity(values[index] ?? null, unit)),
    ...(difference === null ? [] : [formatDifference(difference.value, unit)]),
  ]
  if (data.band === undefined || !isBandShown(data, hidden)) return lines
  const low = data.band.low[index] ?? null
  const high = data.band.high[index] ?? null
  const isMissing = low === null || high === null
  return [...lines, isMissing ? formatValue(null) : `${formatValue(low)} – ${formatQuantity(high, unit)}`]
}

function nameRows({ data, hidden }: TooltipView): HTMLElement[] {
  const hasDifference = (readComparison(data, hidden, 0)?.difference ?? null) !== null
  const rows = [
    ...data.curves
      .filter(({ name }) => !hidden.includes(name))
      .map((curve) => nameRow(createLineSample(curve), curve.name)),
    ...(hasDifference ? [nameRow(block('chart-no-sample'), 'Difference')] : []),
  ]
  if (data.band === undefined || !isBandShown(data, hidden)) return rows
  const sample = block('chart-band-sample')
  sample.style.color = `var(${curveVariable(data.band.colourIndex)})`
  return [...rows, nameRow(sample, data.band.name)]
}

function nameRow(sample: Element, title: string): HTMLElement {
  const row = block('chart-tooltip-row')
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

/** Between the crosshair and the tooltip. */
const GAP_PX = 14

/**
 * The left edge of a tooltip: right of the crosshair in the left half of the host, left of it in the right half, and
 * always inside the host, even if it then covers the crosshair.
 */
export function tooltipLeftPx(crosshairPx: number, tooltipPx: number, hostPx: number): number {
  const isRight = crosshairPx < hostPx / 2
  const preferred = isRight ? crosshairPx + GAP_PX : crosshairPx - GAP_PX - tooltipPx
  return Math.round(Math.max(0, Math.min(preferred, hostPx - tooltipPx)))
}
