import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

import type { ChartData } from '#web/chart/data/chart-data.ts'

import { createPlot, type Plot, type PlotEvents, type PlotSetup } from './plot.ts'

export interface PlotHostProps extends Omit<PlotSetup, 'host' | 'size'>, PlotEvents {
  /** Holds the plot for as long as it lives. */
  plotRef: RefObject<Plot | null>
}

/** React's key of a host. Other curves or another unit need a new engine; new values do not. */
export function plotKey({ curves, band, ranks }: ChartData, unit: string): string {
  const lines = curves.map(({ name, style, colourIndex }) => [name, style, colourIndex])
  return JSON.stringify([unit, lines, band?.name, band?.colourIndex, ranks])
}

/** The element that holds an engine. The engine is created when the element has a size, follows that size, and is destroyed with it. */
export function PlotHost({ plotRef, onReading, onZoom, ...setup }: PlotHostProps) {
  const { data, hidden, zoom, markS } = setup
  const hostRef = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  // A boundary catches only what is thrown while React works, and the observer calls back on its own.
  if (failure !== null) throw failure.error
  const report = useEffectEvent(onReading)
  const changeZoom = useEffectEvent(onZoom)
  const create = useEffectEvent((host: HTMLElement, width: number, height: number) =>
    createPlot(
      { ...setup, host, size: { width, height } },
      { onReading: (index) => report(index), onZoom: (next) => changeZoom(next) },
    ),
  )

  useEffect(() => {
    const host = hostRef.current
    if (host === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0)
      const height = Math.floor(entry?.contentRect.height ?? 0)
      if (width === 0 || height === 0) return
      try {
        if (plotRef.current === null) plotRef.current = create(host, width, height)
        else plotRef.current.setSize({ width, height })
      } catch (error) {
        setFailure({ error })
      }
    })
    observer.observe(host)
    // The observer would call back after the page is printed.
    const fitPaper = () => plotRef.current?.setSize({ width: host.clientWidth, height: host.clientHeight })
    addEventListener('beforeprint', fitPaper)
    return () => {
      removeEventListener('beforeprint', fitPaper)
      observer.disconnect()
      plotRef.current?.destroy()
      plotRef.current = null
    }
  }, [plotRef])

  useEffect(() => plotRef.current?.setView({ data, hidden, zoom }), [plotRef, data, hidden, zoom])
  useEffect(() => plotRef.current?.mark(markS), [plotRef, markS])
  return <div ref={hostRef} className="chart-host" />
}
