import { availableParallelism } from 'node:os'

import { hash, parseOptions, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** argon2id, the library's default, with OWASP's minimum. `memoryCost` in KiB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MAX_HASHES_AT_ONCE = 4

export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords() {
  // Leaves one processor to other requests.
  const processors = Math.max(1, availableParallelism() - 1)
  const limit = pLimit(Math.min(MAX_HASHES_AT_ONCE, processors))
  let decoy: Promise<string> | null = null
  return {
    /** In PHC format. */
    hash: (password: string): Promise<string> => limit(() => hash(password, PARAMETERS)),
    /** Without a hash: false, after equal time. */
    async verify(passwordHash: string | null, password: string): Promise<boolean> {
      decoy ??= hash('nobody has this password', PARAMETERS)
      const compared = passwordHash ?? (await decoy)
      const isRight = await limit(() => verify(compared, password))
      return isRight && passwordHash !== null
    },
    isOutdated(passwordHash: string): boolean {
      const { memoryCost, timeCost } = parseOptions(passwordHash)
      return memoryCost < PARAMETERS.memoryCost || timeCost < PARAMETERS.timeCost
    },
  }
}
