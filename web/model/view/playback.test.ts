import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import {
  hourKey,
  openAt,
  type Playback,
  type PlaybackAction,
  playbackReducer,
  startSteps,
} from './playback.ts'

/** The reducer driven by its timer, as on the page. */
function createPlayer(hour: number) {
  let state = openAt(hour)
  let stop: (() => void) | null = null
  function dispatch(action: PlaybackAction): void {
    state = playbackReducer(state, action)
    if (state.isPlaying) stop ??= startSteps(() => dispatch({ type: 'step' }))
    else {
      stop?.()
      stop = null
    }
  }
  return { dispatch, state: () => state }
}

describe('playback', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('advances one hour every 500 ms', () => {
    const player = createPlayer(0)
    player.dispatch({ type: 'play' })
    vi.advanceTimersByTime(499)
    expect(player.state()).toMatchObject({ hour: 0, isPlaying: true })
    vi.advanceTimersByTime(1)
    expect(player.state()).toMatchObject({ hour: 1, isPlaying: true })
    vi.advanceTimersByTime(1000)
    expect(player.state()).toMatchObject({ hour: 3, isPlaying: true })
  })

  test('is stopped at its hour when the page is opened', () => {
    const player = createPlayer(3)
    player.dispatch({ type: 'play' })
    player.dispatch({ type: 'open', hour: 7 })
    vi.advanceTimersByTime(2000)
    expect(player.state()).toMatchObject({ hour: 7, isPlaying: false })
  })

  test('stops on reaching hour 23 and clears its timer', () => {
    const player = createPlayer(20)
    player.dispatch({ type: 'play' })
    vi.advanceTimersByTime(1500)
    expect(player.state()).toMatchObject({ hour: 23, isPlaying: false })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('Play at hour 23 starts again from 0', () => {
    const player = createPlayer(23)
    player.dispatch({ type: 'play' })
    expect(player.state()).toMatchObject({ hour: 0, isPlaying: true })
    vi.advanceTimersByTime(500)
    expect(player.state().hour).toBe(1)
  })

  test('choosing the current hour changes nothing', () => {
    const state: Playback = { hour: 5, isPlaying: true, chosenHour: 5 }
    expect(playbackReducer(state, { type: 'choose', hour: 5 })).toBe(state)
  })

  test('keeps the hour that a person chose, wherever it plays', () => {
    const player = createPlayer(0)
    player.dispatch({ type: 'choose', hour: 5 })
    player.dispatch({ type: 'play' })
    vi.advanceTimersByTime(1000)
    expect(player.state()).toEqual({ hour: 7, isPlaying: true, chosenHour: 5 })
    player.dispatch({ type: 'choose', hour: 7 })
    expect(player.state()).toEqual({ hour: 7, isPlaying: true, chosenHour: 7 })
  })

  test('Pause stops at the current hour', () => {
    const player = createPlayer(4)
    player.dispatch({ type: 'play' })
    vi.advanceTimersByTime(700)
    player.dispatch({ type: 'pause' })
    vi.advanceTimersByTime(5000)
    expect(player.state()).toMatchObject({ hour: 5, isPlaying: false })
  })

  test('choosing hour 23 stops, choosing another hour plays on from there', () => {
    const player = createPlayer(0)
    player.dispatch({ type: 'play' })
    player.dispatch({ type: 'choose', hour: 10 })
    vi.advanceTimersByTime(500)
    expect(player.state()).toMatchObject({ hour: 11, isPlaying: true })
    player.dispatch({ type: 'choose', hour: 23 })
    expect(player.state()).toMatchObject({ hour: 23, isPlaying: false })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('stays between 0 and 23, and never plays at 23', () => {
    const action = fc.oneof(
      fc.constantFrom<PlaybackAction>({ type: 'play' }, { type: 'pause' }, { type: 'step' }),
      fc.double({ min: -50, max: 50, noNaN: true }).map((hour): PlaybackAction => ({ type: 'choose', hour })),
    )
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        let state = openAt(0)
        for (const each of actions) {
          state = playbackReducer(state, each)
          expect(Number.isInteger(state.hour) && state.hour >= 0 && state.hour <= 23).toBe(true)
          expect(state.isPlaying && state.hour === 23).toBe(false)
        }
      }),
    )
  })

  test('a step after Pause changes nothing', () => {
    expect(playbackReducer(openAt(4), { type: 'step' })).toEqual(openAt(4))
  })
})

test('hours are keyed as the forecast keys them', () => {
  expect([0, 9, 23].map(hourKey)).toEqual(['00:00', '09:00', '23:00'])
})
