import { type RefObject, useEffect, useRef } from 'react'

import type { Plot } from '#web/chart/plot/plot.ts'

import { joinCrosshair, type CrosshairSeat } from './crosshair.ts'

/** Lets a plot show the moment that another chart of the same key reads. Returns the function that tells the other charts. */
export function useCrosshair(
  plotRef: RefObject<Plot | null>,
  syncKey: string | undefined,
): (timeS: number | null) => void {
  const seatRef = useRef<CrosshairSeat | null>(null)
  useEffect(() => {
    if (syncKey === undefined) return undefined
    const seat = joinCrosshair(syncKey, (timeS) => plotRef.current?.follow(timeS))
    seatRef.current = seat
    return () => {
      seat.leave()
      seatRef.current = null
    }
  }, [plotRef, syncKey])
  return (timeS) => seatRef.current?.publish(timeS)
}
