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

export type ReadingMove = 'next' | 'previous' | 'later' | 'earlier' | 'first' | 'last'

export type ChartCommand =
  | { kind: 'read'; move: ReadingMove }
  /** The window becomes `factor` times as long. */
  | { kind: 'zoom'; factor: number }
  | { kind: 'show-all' }
  | { kind: 'leave' }

const COMMANDS: ReadonlyMap<string, ChartCommand> = new Map<string, ChartCommand>([
  ['ArrowRight', { kind: 'read', move: 'next' }],
  ['ArrowLeft', { kind: 'read', move: 'previous' }],
  ['PageDown', { kind: 'read', move: 'later' }],
  ['PageUp', { kind: 'read', move: 'earlier' }],
  ['Home', { kind: 'read', move: 'first' }],
  ['End', { kind: 'read', move: 'last' }],
  ['+', { kind: 'zoom', factor: ZOOM_STEP }],
  ['=', { kind: 'zoom', factor: ZOOM_STEP }],
  ['-', { kind: 'zoom', factor: 1 / ZOOM_STEP }],
  ['0', { kind: 'show-all' }],
  ['Escape', { kind: 'leave' }],
])

export const KEYBOARD_HELP =
  'Arrow keys move from one moment to the next, Page Up and Page Down take longer steps, Home and End go to the first and the last. ' +
  'Plus and minus zoom, zero shows everything, Escape stops reading.'

const DAY_S = 86_400

/** What a key does on a chart; `null` for keys that are left to the browser. */
export function commandOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): ChartCommand | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  return COMMANDS.get(event.key) ?? null
}

/**
 * The index that a move reads next. Without a reading, a move forwards starts at the first stamp of the window and a
 * move backwards at the last. A longer step is a day, or a week where stamps are days apart.
 */
export function movedReading(
  timesS: readonly number[],
  window: TimeWindow,
  index: number | null,
  move: ReadingMove,
): number | null {
  const last = nearestIndex(timesS, window.toS)
  const first = nearestIndex(timesS, window.fromS)
  if (first === null || last === null || move === 'first') return first
  if (move === 'last') return last
  if (index === null) return move === 'next' || move === 'later' ? first : last
  const beyond = { next: 1, previous: -1, later: jump(timesS), earlier: -jump(timesS) }[move]
  return Math.max(0, Math.min(timesS.length - 1, index + beyond))
}

/** Of sorted values a longer step skips one in twenty. */
const RANKED_SHARE = 20

/** How many stamps a longer step skips. Stamps a second apart are ranks. */
function jump(timesS: readonly number[]): number {
  const stepS = (timesS[1] ?? 0) - (timesS[0] ?? 0)
  if (stepS === 1) return Math.ceil(timesS.length / RANKED_SHARE)
  const jumpS = stepS < DAY_S / 2 ? DAY_S : 7 * DAY_S
  return stepS > 0 ? Math.max(1, Math.round(jumpS / stepS)) : 1
}

export interface ChartKeyboardProps {
  data: ChartData
  unit: string
  hidden: readonly string[]
  zoom: TimeWindow | null
  onZoom: (zoom: TimeWindow | null) => void
  plotRef: RefObject<Plot | null>
  /** The index that key or pointer read now. */
  readingRef: RefObject<number | null>
}

/** The keys of a focused chart: they read moments, zoom, and announce what they did. */
export function useChartKeyboard(props: ChartKeyboardProps): {
  onKeyDown: (event: KeyboardEvent) => void
  /** Of a polite live region. */
  regionRef: RefObject<HTMLDivElement | null>
} {
  const { data, unit, hidden, zoom, onZoom, plotRef, readingRef } = props
  const { ref: regionRef, announce } = useAnnouncer<HTMLDivElement>()

  function zoomTo(next: TimeWindow | null) {
    onZoom(next)
    announce(windowSentence(data, next ?? fullWindow(data.timesS)))
  }

  function read(move: ReadingMove, window: TimeWindow) {
    const index = movedReading(data.timesS, window, readingRef.current, move)
    const timeS = data.timesS[index ?? -1]
    if (index === null || timeS === undefined) return
    const moved = windowWith(data.timesS, zoom, timeS)
    if (moved !== zoom) onZoom(moved)
    plotRef.current?.read(index)
    announce(momentSentence(data, hidden, index, unit))
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

  return {
    regionRef,
    onKeyDown(event) {
      const command = commandOf(event)
      const window = zoom ?? fullWindow(data.timesS)
      if (command === null || window === null || event.target !== event.currentTarget) return
      event.preventDefault()
      run(command, window)
    },
  }
}
