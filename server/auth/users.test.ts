import { expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'

import { createUserManagement } from './manage-users.ts'
import { createPasswords, passwordFault } from './passwords.ts'
import { createSignIn } from './sign-in.ts'
import { readTokenSecret } from './tokens.ts'
import { createUsers } from './users.ts'

const PASSWORD = 'a rather long password'

function setUpOn(database: Database) {
  const users = createUsers(database)
  const passwords = createPasswords()
  return { database, users, passwords, management: createUserManagement({ users, passwords }) }
}

describeOnBothEngines('users', (open) => {
  const setUp = async () => setUpOn(await open())

  test('are found by any spelling of their name, and stored with a strong hash', async () => {
    const { users, management } = await setUp()
    await management.add('Jane Doe', 'analyst', async () => PASSWORD)
    const jane = await users.find(' JANE doe')
    expect(jane).toMatchObject({ name: 'Jane Doe', credentialVersion: 1, lastAddress: null })
    expect(jane?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await users.find('jane')).toBeNull()
    expect(await users.list()).toEqual([
      {
        id: jane?.id,
        name: 'Jane Doe',
        role: 'admin',
        isDisabled: false,
        hasPassword: true,
        keys: 0,
        createdAt: expect.any(String),
        lastSignInAt: null,
      },
    ])
  })

  test('have unique names, and passwords that are not easy to guess', async () => {
    const { management } = await setUp()
    await management.add('jane', 'analyst', async () => PASSWORD)
    await expect(management.add('JANE', 'analyst', async () => PASSWORD)).rejects.toThrow(
      'There is already a user JANE.',
    )
    await expect(management.remove('joe')).rejects.toThrow('There is no user joe.')
    await expect(management.changePassword('joe', async () => PASSWORD, false)).rejects.toThrow(
      'There is no user joe.',
    )
    await expect(management.add('a\u0000b', 'analyst', async () => PASSWORD)).rejects.toThrow(
      'A name has 1 to 254 characters',
    )
    const weak = async () => 'jane.doe'
    const tooEasy = 'The password is too easy to guess.'
    await expect(management.add('Jane.Doe', 'analyst', weak)).rejects.toThrow(tooEasy)
    await expect(management.changePassword('jane', weak, false)).rejects.toThrow(tooEasy)
  })

  test('get a new credential version with a new password, and have none after removal', async () => {
    const { users, management } = await setUp()
    await management.add('jane', 'analyst', async () => PASSWORD)
    await management.add('joe', 'analyst', async () => PASSWORD)
    const jane = await users.find('jane')
    const joe = await users.find('joe')
    const ids = [jane?.id ?? 0, joe?.id ?? 0]
    await management.changePassword('jane', async () => 'another long password', false)
    await management.remove('joe')
    const credentials = { id: jane?.id, name: 'jane', role: 'admin', credentialVersion: 2 }
    expect(await users.credentials(ids)).toEqual(new Map([[jane?.id, credentials]]))
  })

  test('keep a password that was changed while they signed in with the old one', async () => {
    const { users, passwords, management } = await setUp()
    await management.add('jane', 'analyst', async () => PASSWORD)
    const before = await users.find('jane')
    expect(before).not.toBeNull()
    await management.changePassword('jane', async () => 'another long password', false)
    if (before !== null) await users.recordSignIn(before, '192.0.2.1', before.passwordHash)
    const after = await users.find('jane')
    expect(after?.lastAddress).toBeNull()
    expect(await passwords.verify(after?.passwordHash ?? null, 'another long password')).toBe(true)
  })

  test('always have an admin who can sign in, also when two admins turn on each other', async () => {
    const { users, management } = await setUp()
    await management.add('jane', 'analyst', async () => PASSWORD)
    await management.add('joe', 'analyst', async () => PASSWORD)
    const lastAdmin = 'jane is the last admin who can sign in: make another one first.'
    await expect(management.change('jane', { isDisabled: true })).rejects.toThrow(lastAdmin)
    await expect(management.change('jane', { role: 'analyst' })).rejects.toThrow(lastAdmin)
    await expect(management.remove('jane')).rejects.toThrow(lastAdmin)
    await management.change('joe', { role: 'admin' })
    const ids = (await users.list()).map(({ id }) => id)
    for (let round = 0; round < 20; round += 1) {
      const outcomes = await Promise.all(ids.map((id) => users.change(id, { isDisabled: true })))
      expect(outcomes.toSorted()).toEqual(['done', 'last admin'])
      for (const id of ids) await users.change(id, { isDisabled: false })
    }
  })

  test('are one for a person of the organisation, however many sign-ins end at the same time', async () => {
    const { users } = await setUp()
    const person = { issuer: 'https://login.example.org', subject: 'maria-1' }
    const made = await Promise.all(
      ['maria', 'maria 2', 'maria 3'].map((name) => users.addFromOrganisation(name, person, 'analyst')),
    )
    expect(made.filter(Boolean)).toHaveLength(1)
    const maria = await users.findByIdentity(person)
    expect(maria).toMatchObject({ role: 'analyst', passwordHash: null, isDisabled: false })
    expect(await users.addFromOrganisation(maria?.name ?? '', { ...person, subject: 'other' }, 'admin')).toBe(
      false,
    )
    expect(await users.findByIdentity({ ...person, issuer: 'https://other.example.org' })).toBeNull()
    expect(await users.resetPassword(maria?.id ?? 0, 'a hash', false)).toBe(false)
    if (maria !== null) await users.recordSignIn(maria, '192.0.2.0', null)
    expect((await users.findByIdentity(person))?.lastAddress).toBe('192.0.2.0')
  })

  test('start with one that is made once, however many servers start at the same time', async () => {
    const parts = await setUp()
    const signIn = createSignIn({ database: parts.database, clock: Date.now, config: readConfig({}) })
    const made = await Promise.all([1, 2, 3].map(() => signIn.makeFirstUser('admin', undefined)))
    const firsts = made.filter((user) => user !== null)
    expect(firsts).toHaveLength(1)
    const admin = await parts.users.find('admin')
    const password = firsts[0]?.generatedPassword ?? ''
    expect(password).toMatch(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}$/)
    expect(await parts.passwords.verify(admin?.passwordHash ?? null, password)).toBe(true)
    expect(await signIn.makeFirstUser('other', PASSWORD)).toBeNull()
  })

  test('share one generated token secret between all servers', async () => {
    const { database } = await setUp()
    const secrets = await Promise.all([1, 2, 3].map(() => readTokenSecret(database, undefined)))
    expect(secrets[0]).toHaveLength(32)
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1)
    expect(await readTokenSecret(database, 'ü'.repeat(16))).toHaveLength(32)
    // As after a restart on a full disk.
    const kept = database.transaction(async (connection) => {
      await connection.query('SET TRANSACTION READ ONLY')
      return readTokenSecret(connection, undefined)
    })
    expect(await kept).toEqual(secrets[0])
  })
})

test.each([
  ['short12', 'must have at least 8 characters'],
  ['x'.repeat(257), 'must have at most 256 characters'],
  ['Password123', 'is one of the passwords that are guessed first'],
  ['987654321', 'is too easy to guess'],
  ['energymetrics26', 'is too easy to guess'],
  ['jane.doe', 'is too easy to guess'],
  ['Winter2025!', 'is too easy to guess'],
  ['correct horse', 'is too easy to guess'],
  ['abababababab', 'is too easy to guess'],
  ['x7Kq-29f', null],
  ['qQ3#vB8!', null],
  ['correct horse battery', null],
  ['gm8w-kqz4-p2vd-h7ra', null],
  ['Käse, Brot, 3 Äpfel', null],
])('of the password %s Jane.Doe hears: %s', async (password, fault) => {
  expect(await passwordFault('Jane.Doe', password)).toBe(fault)
})
