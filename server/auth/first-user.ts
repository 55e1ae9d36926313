import { randomInt } from 'node:crypto'

import type { Passwords } from './passwords.ts'
import type { Users } from './users.ts'

/** Letters and digits that are not mistaken for each other: five bits each. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A password of 80 bits in groups that can be read and typed. */
function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  return Array.from({ length: 4 }, group).join('-')
}

export interface FirstUser {
  name: string
  /** Where it was generated; nobody can read it later. */
  generatedPassword: string | null
}

/**
 * Makes a user where there is none yet; `null` where there is one, or where another process was faster. Rejects with a
 * `DatabaseError`.
 */
export async function makeFirstUser(
  parts: { users: Users; passwords: Passwords },
  name: string,
  givenPassword: string | undefined,
): Promise<FirstUser | null> {
  if (await parts.users.hasAny()) return null
  const password = givenPassword ?? generatePassword()
  const isMade = await parts.users.addFirst(name, await parts.passwords.hash(password))
  return isMade ? { name, generatedPassword: givenPassword === undefined ? password : null } : null
}
