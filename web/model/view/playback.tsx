import { Pause, Play } from 'lucide-react'
import { type Dispatch, memo, useEffect, useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { Slider } from '#web/ui/fields/slider.tsx'

import { FIRST_HOUR, hourKey, LAST_HOUR } from './delivery-day.ts'

const STEP_MS = 500

export interface Playback {
  hour: number
  isPlaying: boolean
  /** The last hour chosen by the user, also by pausing; playback does not change it. */
  chosenHour: number
}

export const stoppedAt = (hour: number): Playback => ({ hour, isPlaying: false, chosenHour: hour })

export const play = (state: Playback): Playback => ({
  ...state,
  hour: state.hour === LAST_HOUR ? FIRST_HOUR : state.hour,
  isPlaying: true,
})

export const pause = ({ hour }: Playback): Playback => stoppedAt(hour)

export const step = (state: Playback): Playback => (state.isPlaying ? at(state, state.hour + 1) : state)

/** Reaching the last hour stops playback. An unchanged state is returned as is, so that React does not render. */
export const choose =
  (hour: number) =>
  (state: Playback): Playback => {
    if (hour === state.hour && hour === state.chosenHour) return state
    const chosen = at(state, hour)
    return { ...chosen, chosenHour: chosen.hour }
  }

function at(state: Playback, hour: number): Playback {
  const inRange = Math.min(Math.max(Math.round(hour), FIRST_HOUR), LAST_HOUR)
  return { ...state, hour: inRange, isPlaying: state.isPlaying && inRange < LAST_HOUR }
}

export type ChangePlayback = Dispatch<(state: Playback) => Playback>

/** Each `visit` (link or history) starts at `openedHour` again. */
export function usePlayback(openedHour: number, visit: string): [Playback, ChangePlayback] {
  const [state, change] = useState(() => stoppedAt(openedHour))
  const [shownVisit, setShownVisit] = useState(visit)
  if (visit !== shownVisit) {
    setShownVisit(visit)
    change(stoppedAt(openedHour))
  }
  useEffect(() => {
    if (!state.isPlaying) return undefined
    const timer = setInterval(() => change(step), STEP_MS)
    return () => clearInterval(timer)
  }, [state.isPlaying])
  return [state, change]
}

const TICKS = [0, 3, 6, 9, 12, 15, 18, 21].map((value) => ({ value, label: hourKey(value) }))

export const HourControl = memo(function HourControl({
  hour,
  isPlaying,
  change,
}: Pick<Playback, 'hour' | 'isPlaying'> & { change: ChangePlayback }) {
  return (
    <div className="@container">
      <div className="relative flex items-center gap-x-4 @max-md:pt-3">
        <Button
          variant="primary"
          size="large"
          className="w-24 shrink-0 @max-md:absolute @max-md:top-0 @max-md:right-0 @max-md:h-8! print:hidden"
          onPress={() => change(isPlaying ? pause : play)}
        >
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Slider
          className="min-w-0 grow"
          label={`Selected: ${hourKey(hour)}`}
          value={hour}
          valueText={hourKey(hour)}
          onChange={(chosen) => change(choose(chosen))}
          minValue={FIRST_HOUR}
          maxValue={LAST_HOUR}
          ticks={TICKS}
        />
      </div>
    </div>
  )
})
