import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { hourOfKey } from './delivery-day.ts'
import { stoppedAt, type PlaybackAction, playbackReducer } from './playback.tsx'

const after = (...actions: PlaybackAction[]) => actions.reduce(playbackReducer, stoppedAt(0))
const STEP: PlaybackAction = { type: 'step' }

test('it is stopped at its hour when the page is opened again', () => {
  expect(after({ type: 'play' }, { type: 'open', hour: 7 }, STEP)).toEqual(stoppedAt(7))
})

test('the hour that a person chose stays, wherever it plays', () => {
  const played = [{ type: 'choose', hour: 5 }, { type: 'play' }, STEP, STEP] as const
  expect(after(...played)).toEqual({ hour: 7, isPlaying: true, chosenHour: 5 })
  const chosen = after(...played, { type: 'choose', hour: 7 })
  expect(chosen).toEqual({ hour: 7, isPlaying: true, chosenHour: 7 })
})

test('it stays between 0 and 23, and never plays at 23', () => {
  const action = fc.oneof(
    fc.constantFrom<PlaybackAction>({ type: 'play' }, { type: 'pause' }, STEP),
    fc.double({ min: -50, max: 50, noNaN: true }).map((hour): PlaybackAction => ({ type: 'choose', hour })),
  )
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      let state = stoppedAt(0)
      for (const each of actions) {
        state = playbackReducer(state, each)
        expect(Number.isInteger(state.hour) && state.hour >= 0 && state.hour <= 23).toBe(true)
        expect(state.isPlaying && state.hour === 23).toBe(false)
      }
    }),
  )
})

test('only a whole hour of the day is an hour', () => {
  expect(['00:00', '23:00', '00:30', '24:00:00', 'total'].map(hourOfKey)).toEqual([0, 23, null, null, null])
})
