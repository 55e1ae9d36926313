import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import type { ChartData } from '#web/chart/data/chart-data.ts'

import { onResize, type PlotSize } from './context.ts'
import { createPlot, type Plot, type PlotEvents, type PlotSetup } from './plot.ts'
import { isCrowded } from './series.ts'

export interface PlotHostProps extends Omit<PlotSetup, 'host' | 'size'>, PlotEvents {
  plotRef: RefObject<Plot | null>
}

/** React key: other curves, another order or unit need a new engine; new values do not. */
export function plotKey({ timesS, curves, bands, ranks }: ChartData, unit: string): string {
  const lines = curves.map(({ name, style, colourIndex, isStepped, forecast }) => [
    [name, style, colourIndex, isStepped],
    [forecast?.name, forecast?.isStepped],
  ])
  return JSON.stringify([
    unit,
    lines,
    bands?.map(({ name, colourIndex, isStepped }) => [name, colourIndex, isStepped]),
    ranks,
    isCrowded({ timesS }),
  ])
}

export function PlotHost({ plotRef, onReading, onZoom, onDensity, ...setup }: PlotHostProps) {
  const { data, hidden, zoom, hasMeans, valueRange, markS } = setup
  const hostRef = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  // An error boundary catches only errors of rendering; the engine is created in a resize callback.
  if (failure !== null) throw failure.error
  const events = useEffectEvent((): PlotEvents => ({ onReading, onZoom, onDensity }))
  const create = useEffectEvent((host: HTMLElement, size: PlotSize) =>
    createPlot({ ...setup, host, size }, () => events()),
  )

  useLayoutEffect(() => {
    const host = hostRef.current
    if (host === null) return undefined
    let fitted: PlotSize = { width: 0, height: 0 }
    const endResize = onResize(host, (size) => {
      if (size.width === 0 || size.height === 0) return plotRef.current?.read(null)
      if (size.width === fitted.width && size.height === fitted.height) return undefined
      fitted = size
      try {
        if (plotRef.current === null) plotRef.current = create(host, size)
        else plotRef.current.setSize(size)
      } catch (error) {
        setFailure({ error })
      }
      return undefined
    })
    return () => {
      endResize()
      plotRef.current?.destroy()
      plotRef.current = null
    }
  }, [plotRef])

  useLayoutEffect(
    () => plotRef.current?.setView({ data, hidden, zoom, hasMeans, valueRange }),
    [plotRef, data, hidden, zoom, hasMeans, valueRange],
  )
  useLayoutEffect(() => plotRef.current?.mark(markS), [plotRef, markS])
  return <div ref={hostRef} className="chart-host" />
}
