import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'

import { hash, parseOptions, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

import { MAX_PASSWORD_LENGTH, userNameKey } from '#contract/users.ts'

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

/** Hard to confuse; five bits each. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** 80 bits, easy to read and type. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  return Array.from({ length: 4 }, group).join('-')
}

const MIN_PASSWORD_LENGTH = 8
/** zxcvbn's best score. A word with a year, or two words, takes fewer. */
const MIN_GUESSES_WITH_WORDS = 1e10
/** An attacker would try these. */
const CONTEXT_WORDS = ['energy', 'metrics', 'energymetrics', 'electricity', 'powermarket', 'entsoe']

/** The end of a sentence. zxcvbn, which counts guesses, is loaded only when needed. */
export async function passwordFault(userName: string, password: string): Promise<string | null> {
  // oxlint-disable-next-line typescript/no-misused-spread -- code points are what is counted
  const length = [...password].length
  if (length < MIN_PASSWORD_LENGTH) return `must have at least ${MIN_PASSWORD_LENGTH} characters`
  if (length > MAX_PASSWORD_LENGTH) return `must have at most ${MAX_PASSWORD_LENGTH} characters`
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  if (dictionary['passwords-common'].includes(password.toLowerCase()))
    return 'is one of the passwords that are guessed first'
  const counting = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_PASSWORD_LENGTH })
  const { guesses, sequence } = counting.check(password, [userNameKey(userName) ?? '', ...CONTEXT_WORDS])
  // zxcvbn counts only ten guesses per random character: random passwords need only the minimum length.
  const isRandom = sequence.every(({ pattern }) => pattern === 'bruteforce')
  return guesses < MIN_GUESSES_WITH_WORDS && !isRandom ? 'is too easy to guess' : null
}
