import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

import { ApiError, SessionEndedError } from './api-error.ts'

/** What went wrong, as a sentence. */
type Describe = (error: ApiError) => string

/** How an action on one of the user's things goes. */
export interface Attempt {
  isBusy: boolean
  /** What went wrong with the last action, as a sentence. */
  failure: string
  /** Does something and reads the list again. What follows from it belongs to the action: it does not happen if that fails. */
  attempt: (action: () => Promise<unknown>, describe?: Describe) => void
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
  const { mutate, isPending, error, variables } = useMutation<
    unknown,
    Error,
    { action: () => Promise<unknown>; describe: Describe }
  >({
    mutationFn: ({ action }) => action(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: list.queryKey }),
    throwOnError: (failure) => !(failure instanceof ApiError),
  })
  // After the end of the session the sign-in page follows.
  const isShown = error instanceof ApiError && !(error instanceof SessionEndedError)
  return {
    isBusy: isPending,
    failure: isShown && variables ? variables.describe(error) : '',
    attempt: (action, describeThis = describe) => mutate({ action, describe: describeThis }),
  }
}
