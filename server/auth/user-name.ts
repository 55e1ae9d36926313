import { MAX_USER_NAME_LENGTH } from '#contract/users.ts'

/**
 * The key that all spellings of a user name share: `Ｊane ` and `jane` are the same account, for sign-in and for the throttle.
 * `null` if the text is not a valid name: empty, over 64 characters, or with control characters.
 */
export function userNameKey(name: string): string | null {
  const key = name.normalize('NFKC').trim().toLowerCase()
  const isName = key.length > 0 && key.length <= MAX_USER_NAME_LENGTH && !/\p{C}/u.test(key)
  return isName ? key : null
}
