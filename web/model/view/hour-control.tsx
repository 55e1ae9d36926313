import { Pause, Play } from 'lucide-react'
import type { Dispatch } from 'react'

import { Button } from '#web/ui/button.tsx'
import { Slider } from '#web/ui/fields/slider.tsx'

import { FIRST_HOUR, hourKey, LAST_HOUR, type Playback, type PlaybackAction } from './playback.ts'

const TICKS = [0, 3, 6, 9, 12, 15, 18, 21].map((value) => ({ value, label: hourKey(value) }))

/** Selects the hour, or plays the day. */
export function HourControl({
  hour,
  isPlaying,
  dispatch,
}: Pick<Playback, 'hour' | 'isPlaying'> & { dispatch: Dispatch<PlaybackAction> }) {
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
