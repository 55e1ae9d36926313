import { QueryClient } from '@tanstack/react-query'

import { recoveryMs } from './recovery.ts'
import { session } from './session.ts'

/** Failed calls show at once and are retried automatically later, also offline (`networkMode`). */
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
