import { type ActionDispatch, useEffect, useReducer } from 'react'

import { type Playback, type PlaybackAction, playbackReducer, startSteps } from './playback.ts'

export function usePlayback(initialHour: number): [Playback, ActionDispatch<[action: PlaybackAction]>] {
  const [state, dispatch] = useReducer(playbackReducer, { hour: initialHour, isPlaying: false })
  useEffect(
    () => (state.isPlaying ? startSteps(() => dispatch({ type: 'step' })) : undefined),
    [state.isPlaying],
  )
  return [state, dispatch]
}
