import type { Passwords } from './passwords.ts'
import { networkOf, type SignInThrottle } from './sign-in-throttle.ts'
import { userNameKey } from './user-name.ts'
import type { User } from './users.ts'

/**
 * Whether a password is that of a user, asked from an address. Without a user the answer is false and takes as long. Guessing is
 * slowed down: rejects with a `RequestError` 429, or 503 where too many are waiting.
 */
export type CheckPassword = (asked: {
  user: User | null
  /** Any spelling of the name, also that of no user. */
  name: string
  password: string
  address: string
}) => Promise<boolean>

export function createCheckPassword(passwords: Passwords, throttle: SignInThrottle): CheckPassword {
  return async ({ user, name, password, address }) => {
    const network = networkOf(address)
    const attempt = await throttle.begin(userNameKey(name) ?? '', network, user?.lastAddress === network)
    try {
      const isRight = await passwords.verify(user?.passwordHash ?? null, password)
      await (isRight ? attempt.succeed() : attempt.fail())
      return isRight
    } catch (error) {
      // The first error is the one to report.
      await attempt.abandon().catch(() => null)
      throw error
    }
  }
}
