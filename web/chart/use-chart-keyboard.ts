import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

import type { ChartData } from '#web/chart/data/chart-data.ts'
import { fullWindow, scaledWindow, type TimeWindow, windowWith } from '#web/chart/data/time-window.ts'
import type { Plot } from '#web/chart/plot/plot.ts'
import { createAnnouncer, type Announcer } from '#web/ui/announcer.ts'

import { commandOf, movedReading, type ChartCommand, type ReadingMove } from './chart-keys.ts'
import { momentSentence, windowSentence } from './chart-summary.ts'

export interface ChartKeyboardProps {
  data: ChartData
  unit: string
  hidden: readonly string[]
  zoom: TimeWindow | null
  onZoom: (zoom: TimeWindow | null) => void
  plotRef: RefObject<Plot | null>
  /** The index that key or pointer read now. */
  readingRef: RefObject<number | null>
  /** A polite live region. */
  regionRef: RefObject<Element | null>
}

/** The keys of a focused chart: they read moments, zoom, and announce what they did. */
export function useChartKeyboard(props: ChartKeyboardProps): (event: KeyboardEvent) => void {
  const { data, unit, hidden, zoom, onZoom, plotRef, readingRef, regionRef } = props
  const announcerRef = useRef<Announcer | null>(null)
  useEffect(() => {
    if (regionRef.current === null) return undefined
    const announcer = createAnnouncer(regionRef.current)
    announcerRef.current = announcer
    return () => announcer.stop()
  }, [regionRef])

  function zoomTo(next: TimeWindow | null) {
    onZoom(next)
    announcerRef.current?.announce(windowSentence(data, next ?? fullWindow(data.timesS)))
  }

  function read(move: ReadingMove, window: TimeWindow) {
    const index = movedReading(data.timesS, window, readingRef.current, move)
    const timeS = data.timesS[index ?? -1]
    if (index === null || timeS === undefined) return
    const moved = windowWith(data.timesS, zoom, timeS)
    if (moved !== zoom) onZoom(moved)
    plotRef.current?.read(index)
    announcerRef.current?.announce(momentSentence(data, hidden, index, unit))
  }

  function run(command: ChartCommand, window: TimeWindow) {
    if (command.kind === 'leave') plotRef.current?.read(null)
    else if (command.kind === 'show-all') zoomTo(null)
    else if (command.kind === 'read') read(command.move, window)
    else {
      const aroundS = data.timesS[readingRef.current ?? -1] ?? (window.fromS + window.toS) / 2
      zoomTo(scaledWindow(data.timesS, window, command.factor, aroundS))
    }
  }

  return (event) => {
    const command = commandOf(event)
    const window = zoom ?? fullWindow(data.timesS)
    if (command === null || window === null || event.target !== event.currentTarget) return
    event.preventDefault()
    run(command, window)
  }
}
