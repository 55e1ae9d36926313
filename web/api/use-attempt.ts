import { type QueryKey, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'

import { ApiError, SessionEndedError } from './api-error.ts'

export type Attempt = ReturnType<typeof useAttempt>

/** Actions on items of a list. `describe` words failures that the server does not explain. */
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
  // An action can depend on the previous one, so only one runs at a time.
  const isBusy = useIsMutating({ mutationKey: list.queryKey }) > 0
  // The sign-in page follows the end of a session.
  const isShown = error instanceof ApiError && !(error instanceof SessionEndedError)
  return {
    isBusy,
    failure: isShown ? (error.refusal ?? describe(error)) : '',
    /** Reloads the list afterwards. Follow-up steps belong in the action, so that a failure skips them. */
    attempt: (action: () => Promise<unknown>) => mutate(action),
  }
}
