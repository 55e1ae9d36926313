import { startTransition, useEffect, useState } from 'react'

/** So many cards come at once without waiting: what fits on a screen. */
const AT_ONCE = 1

/**
 * The cards that are not mounted yet. Of several that come together, as from a link, the first is mounted at once and the others
 * follow one by one, so that no task takes long and the first answer is drawn before the last card is there.
 */
export function useWaitingIds(ids: readonly string[]): ReadonlySet<string> {
  const [known, setKnown] = useState<readonly string[]>([])
  const [waiting, setWaiting] = useState<readonly string[]>([])
  if (known !== ids) {
    const fresh = ids.filter((id) => !known.includes(id))
    setKnown(ids)
    setWaiting([...waiting.filter((id) => ids.includes(id)), ...fresh.slice(AT_ONCE)])
  }
  useEffect(() => {
    if (waiting.length === 0) return undefined
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => startTransition(() => setWaiting((ids) => ids.slice(1))))
    port1.start()
    // After the frame in which the last card is painted.
    const frame = requestAnimationFrame(() => port2.postMessage(null))
    return () => {
      cancelAnimationFrame(frame)
      port1.close()
    }
  }, [waiting])
  return new Set(waiting)
}
