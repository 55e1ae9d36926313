import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useRef } from 'react'

import '#web/chart/chart.css'
import './heat-map.css'
import { momentSentence } from '#web/chart/chart-summary.ts'
import { type CrosshairSeat, joinCrosshair } from '#web/chart/crosshair.ts'
import type { ChartData } from '#web/chart/data/chart-data.ts'
import { nearestIndex } from '#web/chart/data/moment-index.ts'
import { type Announcer, createAnnouncer } from '#web/ui/announcer.ts'

import { createHeatGrid, stampAt } from './heat-grid.ts'
import { HEAT_KEYBOARD_HELP, movedStamp } from './heat-keys.ts'
import { createHeatPlot, type HeatPlot } from './heat-plot.ts'
import { heatSentence } from './heat-summary.ts'

export interface HeatMapProps {
  /** One curve. */
  data: ChartData
  /** The accessible name. */
  label: string
  unit: string
  heightPx: number
  /** Charts with the same key show the moment that one of them reads. */
  syncKey: string
}

/** A curve as a grid of colours: a column per day and a row per hour, or a column per week and a row per weekday. */
export function HeatMap({ data, label, unit, heightPx, syncKey }: HeatMapProps) {
  const grid = useMemo(() => createHeatGrid(data.timesS), [data.timesS])
  const hostRef = useRef<HTMLDivElement>(null)
  const regionRef = useRef<HTMLDivElement>(null)
  const plotRef = useRef<HeatPlot | null>(null)
  const seatRef = useRef<CrosshairSeat | null>(null)
  const announcerRef = useRef<Announcer | null>(null)
  const readRef = useRef<number | null>(null)
  const id = useId()

  useEffect(() => {
    if (hostRef.current === null) return undefined
    const plot = createHeatPlot(hostRef.current, { data, grid, unit })
    plotRef.current = plot
    return () => {
      plotRef.current = null
      plot.destroy()
    }
  }, [data, grid, unit])
  useEffect(() => {
    if (regionRef.current === null) return undefined
    const announcer = createAnnouncer(regionRef.current)
    announcerRef.current = announcer
    const seat = joinCrosshair(syncKey, (timeS) => {
      readRef.current = null
      plotRef.current?.show(timeS === null ? null : nearestIndex(data.timesS, timeS))
    })
    seatRef.current = seat
    return () => {
      seat.leave()
      announcer.stop()
    }
  }, [syncKey, data.timesS])

  function read(index: number | null) {
    if (index === readRef.current) return
    readRef.current = index
    plotRef.current?.show(index)
    seatRef.current?.publish(data.timesS[index ?? -1] ?? null)
  }

  function move(event: PointerEvent) {
    const shares = plotRef.current?.sharesAt(event.clientX, event.clientY) ?? null
    read(shares === null ? null : stampAt(grid, shares.across, shares.down))
  }

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return read(null)
    const index = movedStamp(grid, data.timesS.length, readRef.current, event.key)
    if (index === undefined) return
    event.preventDefault()
    if (index === null) return
    read(index)
    announcerRef.current?.announce(momentSentence(data, [], index, unit))
  }

  return (
    <figure className="chart" aria-label={label}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- role=application handles its own keys */}
      <div
        ref={hostRef}
        className="chart-focus heat-map"
        style={{ height: heightPx }}
        role="application"
        aria-roledescription="heat map"
        aria-label={label}
        aria-describedby={`${id}summary ${id}keys`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- and is a tab stop
        tabIndex={0}
        onPointerDown={move}
        onPointerMove={move}
        onPointerLeave={() => read(null)}
        onKeyDown={press}
        onBlur={() => read(null)}
      />
      <div ref={regionRef} className="sr-only" aria-live="polite" />
      <div className="sr-only">
        <p id={`${id}summary`}>{heatSentence(data, grid, label, unit)}</p>
        <p id={`${id}keys`}>{HEAT_KEYBOARD_HELP}</p>
      </div>
    </figure>
  )
}
