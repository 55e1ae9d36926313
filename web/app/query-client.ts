import { QueryClient } from '@tanstack/react-query'

import { session } from '#web/api/browser-session.ts'

/**
 * Caches the server's answers. A failed call is not retried by itself: the page shows the failure and a Retry button. Offline a call
 * fails at once instead of waiting, so that the page can say so.
 */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' } },
})

session.store.subscribe(({ isAuthenticated }) => {
  // The next user must not see the last user's data.
  if (!isAuthenticated) queryClient.clear()
})
