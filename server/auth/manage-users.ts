import { MAX_USER_NAME_LENGTH, type Role, type UserChange, userNameKey } from '#contract/users.ts'
import { RequestError } from '#server/errors.ts'

import { passwordFault, type Passwords } from './passwords.ts'
import type { User, UserOutcome, Users } from './users.ts'

const refused = (sentence: string) => new RequestError(409, sentence)

/** Actions of the operator. Calls reject with a `RequestError`. */
export function createUserManagement({ users, passwords }: { users: Users; passwords: Passwords }) {
  async function readHash(name: string, readPassword: () => Promise<string>): Promise<string> {
    const password = await readPassword()
    const fault = await passwordFault(name, password)
    if (fault !== null) throw refused(`The password ${fault}.`)
    return passwords.hash(password)
  }
  const unknown = (name: string) => refused(`There is no user ${name}.`)

  async function find(name: string): Promise<User> {
    const user = await users.find(name)
    if (user === null) throw unknown(name)
    return user
  }

  async function act(name: string, work: (id: number) => Promise<UserOutcome>): Promise<void> {
    const outcome = await work((await find(name)).id)
    if (outcome === 'unknown') throw unknown(name)
    if (outcome === 'last admin')
      throw refused(`${name} is the last admin who can sign in: make another one first.`)
  }

  return {
    async add(name: string, role: Role, readPassword: () => Promise<string>): Promise<void> {
      if (userNameKey(name) === null)
        throw refused(`A name has 1 to ${MAX_USER_NAME_LENGTH} characters, all of them printable.`)
      if ((await users.find(name)) !== null) throw refused(`There is already a user ${name}.`)
      if (!(await users.add(name, await readHash(name, readPassword), role)))
        throw refused(`There is already a user ${name}.`)
    },
    async changePassword(
      name: string,
      readPassword: () => Promise<string>,
      removeKeys: boolean,
    ): Promise<void> {
      const { id, passwordHash } = await find(name)
      if (passwordHash === null) throw refused(`${name} uses single sign-on and has no password here.`)
      if (!(await users.resetPassword(id, await readHash(name, readPassword), removeKeys)))
        throw unknown(name)
    },
    change: (name: string, change: UserChange): Promise<void> => act(name, (id) => users.change(id, change)),
    remove: (name: string): Promise<void> => act(name, (id) => users.remove(id)),
  }
}
