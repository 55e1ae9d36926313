import uPlot from 'uplot'
import type { ChartData } from './chart-data.ts'
import { readColours } from './palette.ts'
import { plotOptions, type PlotContext } from './plot-options.ts'
import { onThemeChange } from './theme-changes.ts'
import { createTooltip } from './tooltip.ts'

export interface PlotSetup {
  host: HTMLElement
  data: ChartData
  unit: string
  widthPx: number
  heightPx: number
}

/** The engine with our tooltip and theme around it. */
export interface Plot {
  setSize: (widthPx: number, heightPx: number) => void
  destroy: () => void
}

export function createPlot({ host, data, unit, widthPx, heightPx }: PlotSetup): Plot {
  const context: PlotContext = { colours: readColours(host), unit }
  const tooltip = createTooltip(data, unit)
  const engine = new uPlot(
    {
      ...plotOptions(data, context, { width: widthPx, height: heightPx, series: [] }),
      hooks: {
        ready: [(plot) => plot.over.append(tooltip.element)],
        setCursor: [
          ({ cursor, over }) => {
            const { idx, left = -1 } = cursor
            if (idx === null || idx === undefined || left < 0) tooltip.hide()
            else tooltip.show(idx, left, over.clientWidth)
          },
        ],
      },
    },
    engineData(data),
    host,
  )
  const endTheme = onThemeChange(() => {
    context.colours = readColours(host)
    engine.redraw(false, true)
  })
  return {
    setSize: (width, height) => engine.setSize({ width, height }),
    destroy() {
      endTheme()
      engine.destroy()
    },
  }
}

/** The engine's columns. It takes no NaN or infinity: they count as missing. */
function engineData({ timesS, curves }: ChartData): uPlot.AlignedData {
  return [[...timesS], ...curves.map(({ values }) => values.map((value) => (isFinite(value) ? value : null)))]
}

function isFinite(value: number | null): boolean {
  return value !== null && Number.isFinite(value)
}
