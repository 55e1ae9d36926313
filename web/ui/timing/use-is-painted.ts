import { startTransition, useEffect, useState } from 'react'

import { afterPaint } from './tasks.ts'

/**
 * False until the first frame of a component is on the screen. What waits for it is rendered in slices, between which a user's input
 * comes first. Only for what stands beside or below the rest, so that nothing moves when it comes.
 */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return isPainted
}
