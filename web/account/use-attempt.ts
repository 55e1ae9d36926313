import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiError, SessionEndedError } from '#web/api/api-error.ts'

/** How an action on one of the user's things goes. */
export interface Attempt {
  isBusy: boolean
  /** What went wrong with the last action, as a sentence. */
  failure: string
  /** Does something and reads the list again. Resolves to its result, null if it failed. */
  attempt: <Result>(action: () => Promise<Result>) => Promise<Result | null>
}

/** @param refusal the sentence for a name that is taken, or for more than a user can keep */
export function useAttempt(list: { queryKey: QueryKey }, refusal: string): Attempt {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  return {
    isBusy,
    failure,
    async attempt(action) {
      setBusy(true)
      setFailure('')
      try {
        return await action()
      } catch (error) {
        // The sign-in page follows.
        if (error instanceof SessionEndedError) return null
        if (!(error instanceof ApiError)) throw error
        setFailure(error.status === 409 ? refusal : error.message)
        return null
      } finally {
        await queryClient.invalidateQueries({ queryKey: list.queryKey })
        setBusy(false)
      }
    },
  }
}
