import { type ActionDispatch, useEffect, useReducer, useState } from 'react'

export const FIRST_HOUR = 0
export const LAST_HOUR = 23
const STEP_MS = 500

export interface Playback {
  hour: number
  isPlaying: boolean
  /** The hour that a person chose last, also by pausing there: playback leaves it as it is. */
  chosenHour: number
}

export type PlaybackAction =
  | { type: 'play' }
  | { type: 'pause' }
  /** Moves to the next hour while playing. */
  | { type: 'step' }
  | { type: 'choose'; hour: number }
  /** The page is opened at an hour. */
  | { type: 'open'; hour: number }

/** The state of the hour control. Choosing the last hour stops playback, as reaching it does. */
export function playbackReducer(state: Playback, action: PlaybackAction): Playback {
  if (action.type === 'choose') return choose(state, action.hour)
  if (action.type === 'open') return stoppedAt(action.hour)
  if (action.type === 'pause') return stoppedAt(state.hour)
  if (action.type === 'step') return state.isPlaying ? at(state, state.hour + 1) : state
  return { ...state, hour: state.hour === LAST_HOUR ? FIRST_HOUR : state.hour, isPlaying: true }
}

export function stoppedAt(hour: number): Playback {
  return { hour, isPlaying: false, chosenHour: hour }
}

/** Returns the same state if nothing changes, so that React does not render again. */
function choose(state: Playback, hour: number): Playback {
  if (hour === state.hour && hour === state.chosenHour) return state
  const chosen = at(state, hour)
  return { ...chosen, chosenHour: chosen.hour }
}

function at(state: Playback, hour: number): Playback {
  const inRange = Math.min(Math.max(Math.round(hour), FIRST_HOUR), LAST_HOUR)
  return { ...state, hour: inRange, isPlaying: state.isPlaying && inRange < LAST_HOUR }
}

/** Calls `step` every 500 ms; returns a function that stops it. */
function startSteps(step: () => void): () => void {
  const timer = setInterval(step, STEP_MS)
  return () => clearInterval(timer)
}

/** `HH:00`, as the forecast keys its hours. */
export function hourKey(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** The hour of such a key; null for any other, such as `00:30`. */
export function hourOfKey(key: string): number | null {
  const hour = Number(key.slice(0, 2))
  return hourKey(hour) === key ? hour : null
}

/**
 * The hour, and whether the day is being played. It begins at `openedHour`, and does so again with every new `visit`: a link or the
 * browser's history that leads to the page opens it as its address says.
 */
export function usePlayback(
  openedHour: number,
  visit: string,
): [Playback, ActionDispatch<[action: PlaybackAction]>] {
  const [state, dispatch] = useReducer(playbackReducer, openedHour, stoppedAt)
  const [shownVisit, setShownVisit] = useState(visit)
  if (visit !== shownVisit) {
    setShownVisit(visit)
    dispatch({ type: 'open', hour: openedHour })
  }
  useEffect(
    () => (state.isPlaying ? startSteps(() => dispatch({ type: 'step' })) : undefined),
    [state.isPlaying],
  )
  return [state, dispatch]
}
