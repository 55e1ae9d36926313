import { type RefObject, useEffect, useRef } from 'react'

import type { Plot } from '#web/chart/plot/plot.ts'

/** Receives the moment (epoch seconds) that another chart reads; `null` when it stops reading. */
export type MomentListener = (timeS: number | null) => void

/** A chart's membership in a group of charts that show the same moment. */
export interface CrosshairSeat {
  /** Tells every other chart of the group. */
  publish: MomentListener
  leave: () => void
}

const groups = new Map<string, Set<MomentListener>>()

/** Joins the charts that share a key. They share a time, not a position: each can show another span. */
export function joinCrosshair(key: string, listener: MomentListener): CrosshairSeat {
  const group = groups.get(key) ?? new Set()
  groups.set(key, group.add(listener))
  return {
    publish(timeS) {
      for (const other of group) if (other !== listener) other(timeS)
    },
    leave() {
      group.delete(listener)
      if (group.size === 0) groups.delete(key)
    },
  }
}

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
