import { useSyncExternalStore } from 'react'

import { Notice } from '#web/ui/notice.tsx'

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Shown above the page while the browser is offline. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <Notice tone="caution" className="mb-5">
      You are offline. Queries need a connection.
    </Notice>
  )
}
