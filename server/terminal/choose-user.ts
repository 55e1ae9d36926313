import { createUsers, type User } from '#server/auth/users.ts'
import type { Database } from '#server/database/database.ts'

import { CommandError } from './command.ts'

/** The user that a command is for: the named one, or the only one. Throws a `CommandError`. */
export async function chooseUser(database: Database, name: string | undefined): Promise<User> {
  const users = createUsers(database)
  const [first, ...others] = await users.list()
  if (name === undefined && others.length > 0)
    throw new CommandError('There are several users: --user must name one.')
  const user = await users.find(name ?? first?.name ?? '')
  if (user === null) throw new CommandError(`There is no user ${name ?? 'yet'}.`)
  return user
}
