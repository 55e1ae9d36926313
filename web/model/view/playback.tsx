import { Pause, Play } from 'lucide-react'
import { type ActionDispatch, useEffect, useReducer, useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { Slider } from '#web/ui/fields/slider.tsx'

import { FIRST_HOUR, hourKey, LAST_HOUR } from './delivery-day.ts'

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

const TICKS = [0, 3, 6, 9, 12, 15, 18, 21].map((value) => ({ value, label: hourKey(value) }))

/** Selects the hour, or plays the day. */
export function HourControl({
  hour,
  isPlaying,
  dispatch,
}: Pick<Playback, 'hour' | 'isPlaying'> & { dispatch: ActionDispatch<[action: PlaybackAction]> }) {
  return (
    <div className="flex flex-col-reverse gap-x-5 gap-y-3 sm:flex-row sm:items-center">
      <Button
        variant="primary"
        size="large"
        className="sm:w-24 print:hidden"
        onPress={() => dispatch({ type: isPlaying ? 'pause' : 'play' })}
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <Slider
        className="min-w-0 grow"
        label={`Selected: ${hourKey(hour)}`}
        value={hour}
        valueText={hourKey(hour)}
        onChange={(chosen) => dispatch({ type: 'choose', hour: chosen })}
        minValue={FIRST_HOUR}
        maxValue={LAST_HOUR}
        ticks={TICKS}
      />
    </div>
  )
}
