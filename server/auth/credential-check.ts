import DataLoader from 'dataloader'

/** Answers the current credential version of a user, `null` for a removed one. Rejects with a `DatabaseError`. */
export type CredentialCheck = (userId: number) => Promise<number | null>

/**
 * Asks the database at every call, with one statement for all calls that wait at the same time. A call only joins a statement that
 * has not been sent yet, so it never sees a state older than itself: a password change in another process counts from the next
 * request on.
 */
export function createCredentialCheck(
  readVersions: (userIds: readonly number[]) => Promise<Map<number, number>>,
): CredentialCheck {
  let last: Promise<unknown> = Promise.resolve()
  const loader = new DataLoader<number, number | null>(
    async (userIds) => {
      const reading = readVersions([...new Set(userIds)])
      last = reading
      const versions = await reading
      return userIds.map((userId) => versions.get(userId) ?? null)
    },
    { cache: false, batchScheduleFn: (send) => void last.then(send, send) },
  )
  return (userId) => loader.load(userId)
}
