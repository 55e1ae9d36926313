/** Tells the current credential version of a user, `null` for a removed one. Rejects with a `DatabaseError`. */
export type CredentialCheck = (userId: number) => Promise<number | null>

interface Batch {
  userIds: Set<number>
  versions: Promise<Map<number, number>>
}

/**
 * Asks the database at every call, yet with one statement for all calls that wait at the same time. A call only ever joins a
 * statement that has not been sent, so it never sees a state older than itself: a password change in another process counts from
 * the next request on.
 */
export function createCredentialCheck(
  readVersions: (userIds: readonly number[]) => Promise<Map<number, number>>,
): CredentialCheck {
  let last: Promise<unknown> = Promise.resolve()
  let unsent: Batch | null = null

  function openBatch(): Batch {
    const userIds = new Set<number>()
    const send = () => {
      unsent = null
      return readVersions([...userIds])
    }
    const versions = last.then(send, send)
    last = versions
    return { userIds, versions }
  }

  return async (userId) => {
    unsent ??= openBatch()
    unsent.userIds.add(userId)
    return (await unsent.versions).get(userId) ?? null
  }
}
