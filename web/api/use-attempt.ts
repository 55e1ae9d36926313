import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiError, SessionEndedError } from './api-error.ts'

/** What went wrong, as a sentence. */
type Describe = (error: ApiError) => string

/** How an action on one of the user's things goes. */
export interface Attempt {
  isBusy: boolean
  /** What went wrong with the last action, as a sentence. */
  failure: string
  /** Does something and reads the list again. Resolves to its result, null if it failed. */
  attempt: <Result>(action: () => Promise<Result>, describe?: Describe) => Promise<Result | null>
}

/** The words where the server refuses because of what is there already. */
export function refusal(sentence: string): Describe {
  return ({ status, message }) => (status === 409 ? sentence : message)
}

/** Why the server refused another one: the user has as many as allowed, or the name is taken. `one` and `many`: `a key`, `keys`. */
export function refusalOf(one: string, many: string, count: number, most: number): Describe {
  return refusal(
    count >= most
      ? `You have ${most} ${many}, which is the most you can keep.`
      : `You already have ${one} with this name.`,
  )
}

/** Actions on the things in a list. */
export function useAttempt(list: { queryKey: QueryKey }, describe: Describe): Attempt {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  return {
    isBusy,
    failure,
    async attempt(action, describeThis = describe) {
      setBusy(true)
      setFailure('')
      let problem = ''
      try {
        return await action()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // After the end of the session the sign-in page follows.
        if (!(error instanceof SessionEndedError)) problem = describeThis(error)
        return null
      } finally {
        await queryClient.invalidateQueries({ queryKey: list.queryKey })
        // Both at once, so that a user who sees the message can try again.
        setFailure(problem)
        setBusy(false)
      }
    },
  }
}
