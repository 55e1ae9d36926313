import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { hourOfKey } from './delivery-day.ts'
import { choose, pause, play, type Playback, step, stoppedAt } from './playback.tsx'

type Change = (state: Playback) => Playback
const after = (...changes: Change[]) => changes.reduce((state, change) => change(state), stoppedAt(0))

test('it stays at its hour once it is paused', () => {
  expect(after(play, step, step, pause, step)).toEqual(stoppedAt(2))
})

test('the hour that a person chose stays, wherever it plays', () => {
  const played = [choose(5), play, step, step]
  expect(after(...played)).toEqual({ hour: 7, isPlaying: true, chosenHour: 5 })
  const chosen = after(...played, choose(7))
  expect(chosen).toEqual({ hour: 7, isPlaying: true, chosenHour: 7 })
})

test('it stays between 0 and 23, and never plays at 23', () => {
  const change = fc.oneof(
    fc.constantFrom<Change>(play, pause, step),
    fc.double({ min: -50, max: 50, noNaN: true }).map(choose),
  )
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      let state = stoppedAt(0)
      for (const each of changes) {
        state = each(state)
        expect(Number.isInteger(state.hour) && state.hour >= 0 && state.hour <= 23).toBe(true)
        expect(state.isPlaying && state.hour === 23).toBe(false)
      }
    }),
  )
})

test('only a whole hour of the day is an hour', () => {
  expect(['00:00', '23:00', '00:30', '24:00:00', 'total'].map(hourOfKey)).toEqual([0, 23, null, null, null])
})
