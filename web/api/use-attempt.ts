import { type QueryKey, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'

import { ApiError, SessionEndedError } from './api-error.ts'

export type Attempt = ReturnType<typeof useAttempt>

/** Actions on the things in a list. Where the server does not say what went wrong, `describe` does, as a sentence. */
export function useAttempt(
  list: { queryKey: QueryKey },
  describe: (error: ApiError) => string = ({ message }) => message,
) {
  const queryClient = useQueryClient()
  const { mutate, error } = useMutation<unknown, Error, () => Promise<unknown>>({
    mutationKey: list.queryKey,
    mutationFn: (action) => action(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: list.queryKey }),
    throwOnError: (failure) => !(failure instanceof ApiError),
  })
  // One action ends before the next begins, which may follow from what it changed.
  const isBusy = useIsMutating({ mutationKey: list.queryKey }) > 0
  // After the end of the session the sign-in page follows.
  const isShown = error instanceof ApiError && !(error instanceof SessionEndedError)
  return {
    isBusy,
    failure: isShown ? (error.refusal ?? describe(error)) : '',
    /** Does something and reads the list again. Consequences belong to the action: they do not happen if it fails. */
    attempt: (action: () => Promise<unknown>) => mutate(action),
  }
}
