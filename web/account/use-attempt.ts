import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiError, SessionEndedError } from '#web/api/api-error.ts'

/** How an action on one of the user's things goes. */
export interface Attempt {
  isBusy: boolean
  /** What went wrong with the last action, as a sentence. */
  failure: string
  /** Does something and reads the list again. Resolves to its result, null if it failed. `refusal` is what a conflict means here. */
  attempt: <Result>(action: () => Promise<Result>, refusal?: string) => Promise<Result | null>
}

/** Why the server refused another one: the user has as many as allowed, or the name is taken. `one` and `many`: `a key`, `keys`. */
export function refusalOf(one: string, many: string, count: number, most: number): string {
  return count >= most
    ? `You have ${most} ${many}, which is the most you can keep. Remove one first.`
    : `You already have ${one} with this name.`
}

/** Actions on the things in a list. `refusal` is what a conflict means. */
export function useAttempt(list: { queryKey: QueryKey }, refusal: string): Attempt {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  return {
    isBusy,
    failure,
    async attempt(action, ownRefusal = refusal) {
      setBusy(true)
      setFailure('')
      try {
        return await action()
      } catch (error) {
        // The sign-in page follows.
        if (error instanceof SessionEndedError) return null
        if (!(error instanceof ApiError)) throw error
        setFailure(error.status === 409 ? ownRefusal : error.message)
        return null
      } finally {
        await queryClient.invalidateQueries({ queryKey: list.queryKey })
        setBusy(false)
      }
    },
  }
}
