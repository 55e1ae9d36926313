import { QueryClient } from '@tanstack/react-query'

import { session } from '#web/api/browser-session.ts'

/** Answers of the server. A failed call is shown with a way to repeat it, not repeated behind the person's back. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } },
})

session.store.subscribe(({ isAuthenticated }) => {
  // What one person was shown is not kept for the next.
  if (!isAuthenticated) queryClient.clear()
})
