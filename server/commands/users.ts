import { createUserManagement, UserError } from '#server/auth/manage-users.ts'
import { createPasswords } from '#server/auth/passwords.ts'
import { createUsers } from '#server/auth/users.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { openCommandDatabase } from '#server/database/open-database.ts'
import { askNewPassword } from '#server/terminal/ask-password.ts'
import { CommandError, runCommand } from '#server/terminal/command.ts'

const USAGE = `Usage: npm run users -- add NAME | password NAME | remove NAME | list
Asks for the password, or reads it from the standard input.`

const print = (line: string) => process.stdout.write(`${line}\n`)

async function manage(database: Database, action: string, name: string): Promise<void> {
  const users = createUsers(database)
  const management = createUserManagement({ users, passwords: createPasswords() })
  if (action === 'list') {
    for (const user of await users.list())
      print(`${user.name}  since ${new Date(user.createdAtUtc).toISOString().slice(0, 10)}`)
  } else if (action === 'add') {
    await management.add(name, askNewPassword)
    print(`${name} can sign in now.`)
  } else if (action === 'password') {
    await management.changePassword(name, askNewPassword)
    print(`${name} has a new password. All sessions with the old password are signed out.`)
  } else {
    await management.remove(name)
    print(`${name} is removed and signed out.`)
  }
}

await runCommand(async ([action = '', name = '', ...rest]) => {
  const isKnown =
    action === 'list' ? name === '' : ['add', 'password', 'remove'].includes(action) && name !== ''
  if (!isKnown || rest.length > 0) throw new CommandError(USAGE)
  const database = await openCommandDatabase(readConfig(process.env), { mayMake: action === 'add' })
  try {
    await manage(database, action, name)
  } catch (error) {
    if (error instanceof UserError) throw new CommandError(error.message)
    throw error
  } finally {
    await database.close()
  }
})
