import { randomInt } from 'node:crypto'

/** 32 letters and digits that are hard to confuse with each other, so each carries five bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A password of 80 bits, in groups of four that are easy to read and type. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  return Array.from({ length: 4 }, group).join('-')
}
