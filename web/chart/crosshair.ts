import { useEffect, useEffectEvent, useRef } from 'react'

type MomentListener = (timeS: number | null) => void

const charts = new Set<{ key: string; listener: MomentListener }>()

/** Charts share a time (epoch seconds), not a position: each can show another span. */
export function joinCrosshair(key: string, listener: MomentListener) {
  const own = { key, listener }
  charts.add(own)
  return {
    publish(timeS: number | null) {
      for (const other of charts) if (other !== own && other.key === key) other.listener(timeS)
    },
    leave: () => void charts.delete(own),
  }
}

/** Returns the function that publishes this chart's readings. */
export function useCrosshair(syncKey: string | undefined, follow: MomentListener): MomentListener {
  const seatRef = useRef<ReturnType<typeof joinCrosshair> | null>(null)
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
