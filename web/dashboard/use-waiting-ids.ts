import { startTransition, useEffect, useState } from 'react'

import { afterPaint } from '#web/ui/timing/tasks.ts'

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
    return afterPaint(() => startTransition(() => setWaiting((ids) => ids.slice(1))))
  }, [waiting])
  return new Set(waiting)
}
