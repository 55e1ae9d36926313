export const FIRST_HOUR = 0
export const LAST_HOUR = 23
const STEP_MS = 500

export interface Playback {
  hour: number
  isPlaying: boolean
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
  if (action.type === 'open') return { hour: action.hour, isPlaying: false }
  if (action.type === 'pause') return { ...state, isPlaying: false }
  if (action.type === 'step') return state.isPlaying ? at(state.hour + 1, true) : state
  return { hour: state.hour === LAST_HOUR ? FIRST_HOUR : state.hour, isPlaying: true }
}

/** Returns the same state if nothing changes, so that React does not render again. */
function choose(state: Playback, hour: number): Playback {
  return hour === state.hour ? state : at(hour, state.isPlaying)
}

function at(hour: number, isPlaying: boolean): Playback {
  const inRange = Math.min(Math.max(Math.round(hour), FIRST_HOUR), LAST_HOUR)
  return { hour: inRange, isPlaying: isPlaying && inRange < LAST_HOUR }
}

/** Calls `step` every 500 ms; returns a function that stops it. */
export function startSteps(step: () => void): () => void {
  const timer = setInterval(step, STEP_MS)
  return () => clearInterval(timer)
}

/** `HH:00`, as the forecast keys its hours. */
export function hourKey(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
