import { passwordFault } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import { userNameKey } from './user-name.ts'
import type { Users } from './users.ts'

/** What cannot be done with a user, as a sentence. */
export class UserError extends Error {
  override name = 'UserError'
}

export interface UserManagement {
  add(name: string, readPassword: () => Promise<string>): Promise<void>
  changePassword(name: string, readPassword: () => Promise<string>): Promise<void>
  remove(name: string): Promise<void>
}

/** Adding, changing and removing users; each rejects with a `UserError` where it cannot be done. */
export function createUserManagement({
  users,
  passwords,
}: {
  users: Users
  passwords: Passwords
}): UserManagement {
  async function readHash(name: string, readPassword: () => Promise<string>): Promise<string> {
    const password = await readPassword()
    const fault = passwordFault(name, password)
    if (fault !== null) throw new UserError(`The password ${fault}.`)
    return passwords.hash(password)
  }
  const unknown = (name: string) => new UserError(`There is no user ${name}.`)

  return {
    async add(name, readPassword) {
      if (userNameKey(name) === null)
        throw new UserError('A name has 1 to 64 characters, none of them unprintable.')
      if ((await users.find(name)) !== null) throw new UserError(`There is a user ${name} already.`)
      if (!(await users.add(name, await readHash(name, readPassword))))
        throw new UserError(`There is a user ${name} already.`)
    },
    async changePassword(name, readPassword) {
      if ((await users.find(name)) === null) throw unknown(name)
      if (!(await users.setPassword(name, await readHash(name, readPassword)))) throw unknown(name)
    },
    async remove(name) {
      if (!(await users.remove(name))) throw unknown(name)
    },
  }
}
