import type { KeyboardEvent, RefObject } from 'react'

import type { ChartData } from '#web/chart/data/chart-data.ts'
import type { Plot } from '#web/chart/plot/plot.ts'
import { useAnnouncer } from '#web/ui/announcer.ts'

import { momentSentence, windowSentence } from './chart-summary.ts'
import {
  fullWindow,
  nearestIndex,
  scaledWindow,
  type TimeWindow,
  windowWith,
  ZOOM_STEP,
} from './data/time-window.ts'

export const KEYBOARD_HELP =
  'Arrow keys move from one moment to the next, Page Up and Page Down take longer steps, Home and End go to the first and the last. ' +
  'Plus and minus zoom, zero shows everything, Escape stops reading.'

const DAY_S = 86_400

const READING_KEYS = ['ArrowRight', 'ArrowLeft', 'PageDown', 'PageUp', 'Home', 'End'] as const
export type ReadingKey = (typeof READING_KEYS)[number]

const ZOOM_FACTORS = new Map([
  ['+', ZOOM_STEP],
  ['=', ZOOM_STEP],
  ['-', 1 / ZOOM_STEP],
])

/** Without a current reading, forward keys start at the window's first stamp, others at its last. */
export function movedReading(
  timesS: readonly number[],
  window: TimeWindow,
  index: number | null,
  key: ReadingKey,
): number | null {
  const last = nearestIndex(timesS, window.toS)
  const first = nearestIndex(timesS, window.fromS)
  if (first === null || last === null || key === 'Home') return first
  if (key === 'End') return last
  const steps = { ArrowRight: 1, ArrowLeft: -1, PageDown: jump(timesS), PageUp: -jump(timesS) }[key]
  if (index === null) return steps > 0 ? first : last
  return Math.max(0, Math.min(timesS.length - 1, index + steps))
}

/** A long step skips one in twenty sorted values. */
const RANKED_SHARE = 20

/** Stamps one second apart are ranks. */
function jump(timesS: readonly number[]): number {
  const stepS = (timesS[1] ?? 0) - (timesS[0] ?? 0)
  if (stepS === 1) return Math.ceil(timesS.length / RANKED_SHARE)
  const jumpS = stepS < DAY_S / 2 ? DAY_S : 7 * DAY_S
  return stepS > 0 ? Math.max(1, Math.round(jumpS / stepS)) : 1
}

export function useChartKeyboard(props: {
  data: ChartData
  unit: string
  hidden: readonly string[]
  zoom: TimeWindow | null
  onZoom: (zoom: TimeWindow | null) => void
  plotRef: RefObject<Plot | null>
  readingRef: RefObject<number | null>
}) {
  const { data, unit, hidden, zoom, onZoom, plotRef, readingRef } = props
  const { ref: regionRef, announce } = useAnnouncer<HTMLDivElement>()

  function zoomTo(next: TimeWindow | null) {
    onZoom(next)
    announce(windowSentence(data, next ?? fullWindow(data.timesS)))
  }

  function read(key: ReadingKey, window: TimeWindow) {
    const index = movedReading(data.timesS, window, readingRef.current, key)
    const timeS = data.timesS[index ?? -1]
    if (index === null || timeS === undefined) return
    const moved = windowWith(data.timesS, zoom, timeS)
    if (moved !== zoom) onZoom(moved)
    plotRef.current?.read(index)
    announce(momentSentence(data, hidden, index, unit))
  }

  function scale(window: TimeWindow, factor: number) {
    const aroundS = data.timesS[readingRef.current ?? -1] ?? (window.fromS + window.toS) / 2
    zoomTo(scaledWindow(data.timesS, window, factor, aroundS))
  }

  return {
    regionRef,
    onKeyDown: (event: KeyboardEvent) => {
      const window = zoom ?? fullWindow(data.timesS)
      if (window === null || event.target !== event.currentTarget) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const readingKey = READING_KEYS.find((key) => key === event.key)
      const factor = ZOOM_FACTORS.get(event.key)
      if (readingKey !== undefined) read(readingKey, window)
      else if (factor !== undefined) scale(window, factor)
      else if (event.key === '0') zoomTo(null)
      else if (event.key === 'Escape') plotRef.current?.read(null)
      else return
      event.preventDefault()
    },
  }
}
