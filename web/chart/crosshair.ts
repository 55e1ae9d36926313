/** Takes the moment (epoch seconds) that another chart shows, `null` when it shows none. */
export type MomentListener = (timeS: number | null) => void

/** A chart's seat in a group of charts that show the same moment. */
export interface CrosshairSeat {
  /** Tells every other chart of the group. */
  publish: MomentListener
  leave: () => void
}

const groups = new Map<string, Set<MomentListener>>()

/** Joins the charts of a key. The moment is shared by time, not by place: they may show different spans. */
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
