import { MAX_USER_NAME_LENGTH, type Role, type UserChange, userNameKey } from '#contract/users.ts'

import { passwordFault, type Passwords } from './passwords.ts'
import type { User, UserOutcome, Users } from './users.ts'

/** Why a user cannot be added, changed or removed, as a sentence. */
export class UserError extends Error {
  override name = 'UserError'
}

/** Adds, changes and removes users. Each rejects with a `UserError` when it cannot. */
export function createUserManagement({ users, passwords }: { users: Users; passwords: Passwords }) {
  async function readHash(name: string, readPassword: () => Promise<string>): Promise<string> {
    const password = await readPassword()
    const fault = await passwordFault(name, password)
    if (fault !== null) throw new UserError(`The password ${fault}.`)
    return passwords.hash(password)
  }
  const unknown = (name: string) => new UserError(`There is no user ${name}.`)

  async function find(name: string): Promise<User> {
    const user = await users.find(name)
    if (user === null) throw unknown(name)
    return user
  }

  function check(name: string, outcome: UserOutcome): void {
    if (outcome === 'unknown') throw unknown(name)
    if (outcome === 'last admin')
      throw new UserError(`${name} is the last admin who can sign in: make another one first.`)
  }

  return {
    async add(name: string, role: Role, readPassword: () => Promise<string>): Promise<void> {
      if (userNameKey(name) === null)
        throw new UserError(`A name has 1 to ${MAX_USER_NAME_LENGTH} characters, all of them printable.`)
      if ((await users.find(name)) !== null) throw new UserError(`There is already a user ${name}.`)
      if (!(await users.add(name, await readHash(name, readPassword), role)))
        throw new UserError(`There is already a user ${name}.`)
    },
    /** Ends the user's sessions, and the keys too on request. */
    async changePassword(
      name: string,
      readPassword: () => Promise<string>,
      removeKeys: boolean,
    ): Promise<void> {
      const { id, passwordHash } = await find(name)
      if (passwordHash === null)
        throw new UserError(`${name} signs in with the organisation and has no password here.`)
      if (!(await users.resetPassword(id, await readHash(name, readPassword), removeKeys)))
        throw unknown(name)
    },
    async change(name: string, change: UserChange): Promise<void> {
      const { id } = await find(name)
      check(name, await users.change(id, change))
    },
    async remove(name: string): Promise<void> {
      const { id } = await find(name)
      check(name, await users.remove(id))
    },
  }
}
