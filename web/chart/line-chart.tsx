import { useEffect, useRef } from 'react'
import type { ChartData } from './chart-data.ts'
import './chart.css'
import { createPlot, type Plot } from './plot.ts'

export interface LineChartProps {
  data: ChartData
  /** The accessible name. */
  label: string
  /** Of all values; from five digits on the axis takes the next SI prefix (MW, GW). */
  unit: string
  heightPx?: number
}

export function LineChart({ data, label, unit, heightPx = 400 }: LineChartProps) {
  const hostRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const host = hostRef.current
    if (host === null) return undefined
    let plot: Plot | null = null
    const observer = new ResizeObserver(([entry]) => {
      const widthPx = Math.floor(entry?.contentRect.width ?? 0)
      if (widthPx === 0) return
      if (plot === null) plot = createPlot({ host, data, unit, widthPx, heightPx })
      else plot.setSize(widthPx, heightPx)
    })
    observer.observe(host)
    return () => {
      observer.disconnect()
      plot?.destroy()
    }
  }, [data, unit, heightPx])

  return <div ref={hostRef} role="application" aria-label={label} style={{ height: heightPx }} />
}
