import { type Band, shownBands } from '#web/chart/data/chart-data.ts'
import { readComparison } from '#web/chart/data/comparison.ts'
import { formatDayTime, positionWords } from '#web/chart/format/time-format.ts'
import { formatDifference, formatQuantity, formatValue } from '#web/chart/format/value-format.ts'

import type { PlotView } from './context.ts'
import { createLineSample, curveVariable } from './palette.ts'

/** Narrower plots show the reading below: names do not fit beside the crosshair. */
const NARROW_PX = 400

type TooltipView = Pick<PlotView, 'data' | 'hidden'>

export type Tooltip = ReturnType<typeof createTooltip>

/** Without React: it changes with every pointer move. Built when first shown: few charts are read. */
export function createTooltip(host: HTMLElement, first: TooltipView, unit: string) {
  let view = first
  let card: ReturnType<typeof buildCard> | null = null
  /** A device can have both touch and mouse. */
  let isTouched = !matchMedia('(hover: hover)').matches
  for (const type of ['pointerdown', 'pointermove'] as const)
    host.addEventListener(type, ({ pointerType }) => (isTouched = pointerType === 'touch'), true)

  function remove() {
    card?.element.remove()
    card = null
  }

  return {
    show(index: number, leftPx: number, hostPx: number) {
      card ??= buildCard(host, view, unit)
      const { element } = card
      card.write(index)
      element.classList.toggle('chart-tooltip-shown', true)
      const isDocked = isTouched || hostPx < NARROW_PX
      element.classList.toggle('chart-tooltip-docked', isDocked)
      const left = isDocked ? 0 : tooltipLeftPx(leftPx, card.widthPx(), hostPx)
      element.style.transform = `translateX(${left}px)`
    },
    hide: () => card?.element.classList.remove('chart-tooltip-shown'),
    setView(next: TooltipView) {
      view = next
      remove()
    },
    remove,
  }
}

function buildCard(host: HTMLElement, view: TooltipView, unit: string) {
  const element = block('chart-tooltip tabular')
  element.ariaHidden = 'true'
  const moment = document.createTextNode('')
  const momentBox = block('chart-tooltip-moment')
  momentBox.append(moment)
  const rows = tooltipRows(view, unit)
  element.append(momentBox, ...rows.map(({ box }) => box))
  host.append(element)
  let written = -1
  /** 0: must be measured again. */
  let measuredPx = 0
  return {
    element,
    widthPx: () => (measuredPx ||= element.offsetWidth),
    /** Changes texts only, so that a pointer move adds no element. */
    write(index: number) {
      if (index === written) return
      written = index
      const lines = momentLines(view, index).join('\n')
      if (lines.length !== moment.length) measuredPx = 0
      moment.data = lines
      for (const row of rows) {
        row.text.data = row.valueAt(index)
        if (row.text.length <= row.longest) continue
        // Only grows, so that the card does not jitter. Capitals of the unit are wider than digits.
        row.longest = row.text.length
        row.value.style.minWidth = `${row.longest + 2}ch`
        measuredPx = 0
      }
    },
  }
}

function momentLines({ data, hidden }: TooltipView, index: number): string[] {
  const compared = readComparison(data, hidden, index)
  const moment = positionWords(data).full(data.timesS[index] ?? 0)
  if (compared === null) return [moment]
  const { differences, earlierTimeS } = compared
  const earlier = formatDayTime(earlierTimeS)
  const [first, ...others] = differences
  if (first === undefined) return [moment, `earlier values of ${earlier}`]
  const subject = others.length === 0 && first.label !== '' ? `${first.label} ` : ''
  return [moment, `${subject}compared with ${earlier}`]
}

function tooltipRows({ data, hidden }: TooltipView, unit: string) {
  const rows = data.curves
    .filter(({ name }) => !hidden.includes(name))
    .map((curve) =>
      tooltipRow(createLineSample(curve), curve.name, (index) =>
        formatQuantity(curve.values[index] ?? null, unit),
      ),
    )
  const differencesAt = (index: number) => readComparison(data, hidden, index)?.differences ?? []
  for (const [place, { label }] of differencesAt(0).entries()) {
    const title = differencesAt(0).length === 1 ? 'Difference' : `Difference, ${label}`
    rows.push(
      tooltipRow(block('chart-no-sample'), title, (index) =>
        formatDifference(differencesAt(index)[place]?.value ?? null, unit),
      ),
    )
  }
  for (const band of shownBands(data, hidden)) {
    const sample = block('chart-band-sample')
    sample.style.color = `var(${curveVariable(band.colourIndex)})`
    rows.push(tooltipRow(sample, band.name, (index) => bandText(band, index, unit)))
  }
  return rows
}

function bandText({ low, high }: Band, index: number, unit: string): string {
  const [from = null, to = null] = [low[index], high[index]]
  if (from === null || to === null) return formatValue(null)
  return `${formatValue(from)} – ${formatQuantity(to, unit)}`
}

function tooltipRow(sample: Element, title: string, valueAt: (index: number) => string) {
  const box = block('chart-tooltip-row')
  const name = block('chart-tooltip-name')
  name.textContent = title
  const value = block('chart-tooltip-value')
  const text = document.createTextNode('')
  value.append(text)
  box.append(sample, name, value)
  return { box, value, text, valueAt, longest: 0 }
}

function block(className: string): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  return element
}

const GAP_PX = 14

/** Right of the crosshair in the left half, left of it in the right half, always inside the host. */
export function tooltipLeftPx(crosshairPx: number, tooltipPx: number, hostPx: number): number {
  const isRight = crosshairPx < hostPx / 2
  const preferred = isRight ? crosshairPx + GAP_PX : crosshairPx - GAP_PX - tooltipPx
  return Math.round(Math.max(0, Math.min(preferred, hostPx - tooltipPx)))
}
