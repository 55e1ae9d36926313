import { type ComponentType, lazy, useState } from 'react'

import { reloadIfServerAnswers } from './missing-chunk.ts'

/** A component whose script is loaded when it is needed. */
export interface LoadedPage<Props> {
  /** Loads the script. Rejects if that fails; a later call tries again. */
  load: () => Promise<unknown>
  Page: ComponentType<Props>
}

/**
 * Unlike React's `lazy`, a page whose script is already there renders at once. Once React has shown what stands in for a lazy
 * component, it keeps showing it for 300 ms, however early the script arrives.
 */
export function createLoadedPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LoadedPage<Props> {
  let loaded: ComponentType<Props> | null = null
  const remember = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Later: ComponentType<Props> = lazy(() =>
    remember().catch((error: unknown) => {
      // Needed now, even if it was being fetched ahead.
      void reloadIfServerAnswers()
      throw error
    }),
  )
  return {
    load: remember,
    Page(props) {
      // Kept while the page is on the screen: another component in its place would start over.
      const [Shown] = useState(() => loaded ?? Later)
      return <Shown {...props} />
    },
  }
}
