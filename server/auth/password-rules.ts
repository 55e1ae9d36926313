import { LONGEST_PASSWORD } from '#contract/password.ts'

import { userNameKey } from './user-name.ts'

const SHORTEST_PASSWORD = 8
/** zxcvbn's best score. A word with a year, or two words, takes fewer. */
const MIN_GUESSES_WITH_WORDS = 1e10
/** The words of this product, which a guesser would try here. */
const CONTEXT_WORDS = ['energy', 'metrics', 'energymetrics', 'electricity', 'powermarket', 'entsoe']

/**
 * What is wrong with a password for a user, as the end of a sentence, or `null`. Any character is allowed. Guesses are counted by
 * zxcvbn: 49,000 common passwords, words, keyboard rows, dates, sequences and repetitions. It is loaded only when needed.
 */
export async function passwordFault(userName: string, password: string): Promise<string | null> {
  // oxlint-disable-next-line typescript/no-misused-spread -- code points are what is counted
  const length = [...password].length
  if (length < SHORTEST_PASSWORD) return `must have at least ${SHORTEST_PASSWORD} characters`
  if (length > LONGEST_PASSWORD) return `must have at most ${LONGEST_PASSWORD} characters`
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  if (dictionary['passwords-common'].includes(password.toLowerCase()))
    return 'is one of the passwords that are guessed first'
  const counting = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LONGEST_PASSWORD })
  const { guesses, sequence } = counting.check(password, [userNameKey(userName) ?? '', ...CONTEXT_WORDS])
  // zxcvbn counts ten guesses for a random character, far too few, so a password of nothing else may be as short as the rule says.
  const isRandom = sequence.every(({ pattern }) => pattern === 'bruteforce')
  return guesses < MIN_GUESSES_WITH_WORDS && !isRandom ? 'is too easy to guess' : null
}
