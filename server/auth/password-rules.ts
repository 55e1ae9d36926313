import { COMMON_PASSWORDS } from './common-passwords.ts'
import { userNameKey } from './user-name.ts'

const SHORTEST_PASSWORD = 8
const LONGEST_PASSWORD = 256

/** What is wrong with a password for a user, as the end of a sentence, or `null`. Any characters may be in it. */
export function passwordFault(userName: string, password: string): string | null {
  // oxlint-disable-next-line typescript/no-misused-spread -- code points are what is counted
  const length = [...password].length
  if (length < SHORTEST_PASSWORD) return `must have at least ${SHORTEST_PASSWORD} characters`
  if (length > LONGEST_PASSWORD) return `must have at most ${LONGEST_PASSWORD} characters`
  const lowerCase = password.toLowerCase()
  if (COMMON_PASSWORDS.has(lowerCase)) return 'is one of those that are guessed first'
  const isRepeated = new Set(lowerCase).size < 3
  if (isRepeated || lowerCase === userNameKey(userName)) return 'is too easy to guess'
  return null
}
