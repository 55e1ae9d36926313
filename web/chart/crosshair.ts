import { useEffect, useEffectEvent, useRef } from 'react'

/** Receives the moment (epoch seconds) that another chart reads; `null` when it stops reading. */
type MomentListener = (timeS: number | null) => void

/** A chart's membership in a group of charts that show the same moment. */
interface CrosshairSeat {
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

/** Hears of the moments that other charts of the same key read. Returns the function that tells the other charts. */
export function useCrosshair(syncKey: string | undefined, follow: MomentListener): MomentListener {
  const seatRef = useRef<CrosshairSeat | null>(null)
  const followLatest = useEffectEvent(follow)
  useEffect(() => {
    if (syncKey === undefined) return undefined
    const seat = joinCrosshair(syncKey, (timeS) => followLatest(timeS))
    seatRef.current = seat
    return () => {
      seat.leave()
      seatRef.current = null
    }
  }, [syncKey])
  return (timeS) => seatRef.current?.publish(timeS)
}
