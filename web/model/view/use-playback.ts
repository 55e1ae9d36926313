import { type ActionDispatch, useEffect, useReducer, useState } from 'react'

import { type Playback, type PlaybackAction, playbackReducer, startSteps } from './playback.ts'

/**
 * The hour, and whether the day is being played. It begins at `openedHour`, and does so again with every new `visit`: a link or the
 * browser's history that leads to the page opens it as its address says.
 */
export function usePlayback(
  openedHour: number,
  visit: string,
): [Playback, ActionDispatch<[action: PlaybackAction]>] {
  const [state, dispatch] = useReducer(playbackReducer, { hour: openedHour, isPlaying: false })
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
