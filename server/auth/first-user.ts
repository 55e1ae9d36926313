import { randomInt } from 'node:crypto'

import type { Passwords } from './passwords.ts'
import type { Users } from './users.ts'

/** 32 letters and digits that are hard to confuse with each other, so each carries five bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A password of 80 bits, in groups of four that are easy to read and type. */
function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  return Array.from({ length: 4 }, group).join('-')
}

export interface FirstUser {
  name: string
  /** The generated password, which cannot be read later, or `null` if one was given. */
  generatedPassword: string | null
}

/**
 * Makes the first user. Returns `null` if there is already a user, possibly made by another process just now. Rejects with a
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
