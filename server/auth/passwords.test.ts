import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'

import { createPasswords } from './passwords.ts'

describe('createPasswords', () => {
  const passwords = createPasswords()

  test('accepts only the right password, with any characters in it', async () => {
    const password = 'pässwörd 💥 with\u0000anything'
    const kept = await passwords.hash(password)
    expect(await passwords.verify(kept, password)).toBe(true)
    expect(await passwords.verify(kept, `${password} `)).toBe(false)
    expect(await passwords.verify(kept, '')).toBe(false)
    expect(await passwords.verify(null, 'nobody has this password')).toBe(false)
  })

  test('recognises a hash that is weaker than new ones', async () => {
    expect(passwords.isOutdated(await passwords.hash('x'))).toBe(false)
    expect(passwords.isOutdated(await hash('x', { memoryCost: 4096, timeCost: 2 }))).toBe(true)
    expect(passwords.isOutdated(await hash('x', { memoryCost: 19_456, timeCost: 1 }))).toBe(true)
  })
})
