import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'

import { hash, parseOptions, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

import { MAX_PASSWORD_LENGTH } from '#contract/password.ts'
import { userNameKey } from '#contract/users.ts'

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
    /** Whether a password matches a hash. Without a hash the answer is false and takes as long. */
    async verify(passwordHash: string | null, password: string): Promise<boolean> {
      decoy ??= hash('nobody has this password', PARAMETERS)
      const compared = passwordHash ?? (await decoy)
      const isRight = await limit(() => verify(compared, password))
      return isRight && passwordHash !== null
    },
    /** Whether a hash was made with weaker parameters than new hashes. */
    isOutdated(passwordHash: string): boolean {
      const { memoryCost, timeCost } = parseOptions(passwordHash)
      return memoryCost < PARAMETERS.memoryCost || timeCost < PARAMETERS.timeCost
    },
  }
}

/** 32 letters and digits that are hard to confuse with each other, so each carries five bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A password of 80 bits, in groups of four that are easy to read and type. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  return Array.from({ length: 4 }, group).join('-')
}

const MIN_PASSWORD_LENGTH = 8
/** zxcvbn's best score. A word with a year, or two words, takes fewer. */
const MIN_GUESSES_WITH_WORDS = 1e10
/** The words of this product, which a guesser would try here. */
const CONTEXT_WORDS = ['energy', 'metrics', 'energymetrics', 'electricity', 'powermarket', 'entsoe']

/** What is wrong with a password for a user, as the end of a sentence, or `null`. Guesses are counted by zxcvbn, which is loaded only when needed. */
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
  // zxcvbn counts ten guesses for a random character, far too few, so a password of nothing else may be as short as the rule says.
  const isRandom = sequence.every(({ pattern }) => pattern === 'bruteforce')
  return guesses < MIN_GUESSES_WITH_WORDS && !isRandom ? 'is too easy to guess' : null
}
