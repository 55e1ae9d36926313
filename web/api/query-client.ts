import { QueryClient } from '@tanstack/react-query'

import { recoveryMs } from './recovery.ts'
import { session } from './session.ts'

/** A failed call is not repeated at once: the page says so, and recovers by itself. Offline a call fails at once instead of waiting. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      refetchInterval: recoveryMs,
      refetchOnReconnect: (query) => recoveryMs(query) !== false,
    },
    mutations: { networkMode: 'always' },
  },
})

session.store.subscribe(({ isAuthenticated }) => {
  // The next user must not see the last user's data.
  if (!isAuthenticated) queryClient.clear()
})
