import { passwordFault } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import { userNameKey } from './user-name.ts'
import type { Users } from './users.ts'

/** Why a user cannot be added, changed or removed, as a sentence. */
export class UserError extends Error {
  override name = 'UserError'
}

export interface UserManagement {
  add(name: string, readPassword: () => Promise<string>): Promise<void>
  changePassword(name: string, readPassword: () => Promise<string>): Promise<void>
  remove(name: string): Promise<void>
}

/** Adds, changes and removes users. Each rejects with a `UserError` when it cannot. */
export function createUserManagement({
  users,
  passwords,
}: {
  users: Users
  passwords: Passwords
}): UserManagement {
  async function readHash(name: string, readPassword: () => Promise<string>): Promise<string> {
    const password = await readPassword()
    const fault = await passwordFault(name, password)
    if (fault !== null) throw new UserError(`The password ${fault}.`)
    return passwords.hash(password)
  }
  const unknown = (name: string) => new UserError(`There is no user ${name}.`)

  return {
    async add(name, readPassword) {
      if (userNameKey(name) === null)
        throw new UserError('A name has 1 to 64 characters, all of them printable.')
      if ((await users.find(name)) !== null) throw new UserError(`There is already a user ${name}.`)
      if (!(await users.add(name, await readHash(name, readPassword))))
        throw new UserError(`There is already a user ${name}.`)
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
