import { availableParallelism } from 'node:os'

import { hash, parseOptions, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** For argon2id, which is the library's default; OWASP's minimum. `memoryCost` in KiB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MAX_HASHES_AT_ONCE = 4

export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords() {
  // Leave one processor to the other requests.
  const processors = Math.max(1, availableParallelism() - 1)
  const limit = pLimit(Math.min(MAX_HASHES_AT_ONCE, processors))
  let decoy: Promise<string> | null = null
  return {
    /** The hash to store, in PHC format. */
    hash: (password: string): Promise<string> => limit(() => hash(password, PARAMETERS)),
    /** True if a password matches a hash. Without a hash the answer is false and takes as long. */
    async verify(passwordHash: string | null, password: string): Promise<boolean> {
      decoy ??= hash('nobody has this password', PARAMETERS)
      const compared = passwordHash ?? (await decoy)
      const isRight = await limit(() => verify(compared, password))
      return isRight && passwordHash !== null
    },
    /** True if a hash was made with weaker parameters than new hashes. */
    isOutdated(passwordHash: string): boolean {
      const { memoryCost, timeCost } = parseOptions(passwordHash)
      return memoryCost < PARAMETERS.memoryCost || timeCost < PARAMETERS.timeCost
    },
  }
}
