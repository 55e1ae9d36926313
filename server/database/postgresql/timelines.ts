/** How long the newest primary is waited for after its last answer: longer than most machines take to start again. */
export const REMEMBERED_MS = 120_000

/** Hosts that may be the primary. A promotion raises the timeline: of two primaries the lower is an old one. The last report of a host counts. */
export function createTimelines(clock: () => number = () => performance.now()) {
  const primaries = new Map<string, { timeline: string; atMs: number }>()

  /** The host that has followed a primary of this timeline. */
  const newerThan = (timeline: string) =>
    [...primaries].find(([, other]) => other.timeline > timeline && clock() - other.atMs < REMEMBERED_MS)?.[0]

  return {
    /** Notes what a host says of itself, null for a stand-by. Gives the reason not to use it, or null. */
    note: (host: string, timeline: string | null): string | null => {
      if (timeline === null) {
        primaries.delete(host)
        return 'is a stand-by'
      }
      primaries.set(host, { timeline, atMs: clock() })
      const newer = newerThan(timeline)
      return newer === undefined ? null : `is an old primary, which ${newer} has followed`
    },
    /** True if a connection that was made at this timeline still leads to the primary. A stand-by at the address of a primary does not change that. */
    isCurrent: (host: string, timeline: string): boolean =>
      (primaries.get(host)?.timeline ?? timeline) === timeline && newerThan(timeline) === undefined,
  }
}
