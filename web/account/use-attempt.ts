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

/** What a user can keep some of, in words: `a key`, `keys`. */
interface Kept {
  one: string
  many: string
  count: number
  most: number
}

/** Why the server refused another one: the user has as many as allowed, or the name is taken. */
function refusalOf({ one, many, count, most }: Kept): string {
  return count >= most
    ? `You have ${most} ${many}, which is the most you can keep. Remove one first.`
    : `You already have ${one} with this name.`
}

/** Actions on the things in a list. `kept` says what they are and how many there are. */
export function useAttempt(list: { queryKey: QueryKey }, kept: Kept): Attempt {
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
        setFailure(error.status === 409 ? refusalOf(kept) : error.message)
        return null
      } finally {
        await queryClient.invalidateQueries({ queryKey: list.queryKey })
        setBusy(false)
      }
    },
  }
}
