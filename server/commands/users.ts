import { RoleSchema } from '#contract/users.ts'
import { createUserManagement, UserError } from '#server/auth/manage-users.ts'
import { createPasswords } from '#server/auth/passwords.ts'
import { createUsers } from '#server/auth/users.ts'
import type { Database } from '#server/database/database.ts'
import { recordCommandEvent } from '#server/http/command-events.ts'
import { askNewPassword } from '#server/terminal/ask-password.ts'
import { CommandError, onDatabase, runCommand } from '#server/terminal/command.ts'

const USAGE = `Usage: npm run users -- add NAME [--admin] | password NAME [--remove-keys] | role NAME admin|analyst
       npm run users -- disable NAME | enable NAME | remove NAME | list
Asks for the password, or reads it from the standard input.`

const print = (line: string) => process.stdout.write(`${line}\n`)

interface Words {
  action: string
  name: string
  role: string
  isAdmin: boolean
  removeKeys: boolean
}

/** How many words follow an action. */
const WORD_COUNTS: Readonly<Record<string, number>> = {
  list: 0,
  add: 1,
  password: 1,
  role: 2,
  disable: 1,
  enable: 1,
  remove: 1,
}

async function manage(database: Database, { action, name, ...words }: Words): Promise<void> {
  const users = createUsers(database)
  const management = createUserManagement({ users, passwords: createPasswords() })
  const target = name.trim()
  if (action === 'list') {
    for (const user of await users.list())
      print(
        `${user.name}  ${user.role}${user.isDisabled ? ', disabled' : ''}  since ${user.createdAt.slice(0, 10)}, last sign-in ${user.lastSignInAt?.slice(0, 16) ?? 'never'}`,
      )
  } else if (action === 'add') {
    await management.add(name, words.isAdmin ? 'admin' : 'analyst', askNewPassword)
    // The first user is an admin in any case.
    const role = (await users.find(target))?.role
    await recordCommandEvent(database, 'user-added', { target, role })
    print(`${name} can sign in now.`)
  } else if (action === 'password') {
    await management.changePassword(name, askNewPassword, words.removeKeys)
    await recordCommandEvent(database, 'user-password-reset', { target, removeKeys: words.removeKeys })
    const keys = words.removeKeys ? 'All keys are removed.' : 'Keys stay: --remove-keys ends them too.'
    print(`${name} has a new password. All sessions with the old password are signed out. ${keys}`)
  } else if (action === 'role') {
    const role = RoleSchema.parse(words.role)
    await management.change(name, { role })
    await recordCommandEvent(database, 'user-role-changed', { target, role })
    print(`${name} is ${role} now.`)
  } else if (action === 'remove') {
    await management.remove(name)
    await recordCommandEvent(database, 'user-removed', { target })
    print(`${name} is removed and signed out.`)
  } else {
    const isDisabled = action === 'disable'
    await management.change(name, { isDisabled })
    await recordCommandEvent(database, isDisabled ? 'user-disabled' : 'user-enabled', { target })
    print(isDisabled ? `${name} is disabled and signed out.` : `${name} can sign in again.`)
  }
}

const options = { admin: { type: 'boolean' }, 'remove-keys': { type: 'boolean' } } as const

await runCommand({ usage: USAGE, options, words: [1, 3] }, async ({ positionals, values }) => {
  const [action = '', name = '', role = ''] = positionals
  const { admin: isAdmin = false, 'remove-keys': removeKeys = false } = values
  const words = { action, name, role, isAdmin, removeKeys }
  const isKnown =
    WORD_COUNTS[action] === positionals.length - 1 &&
    !positionals.includes('') &&
    (!isAdmin || action === 'add') &&
    (!removeKeys || action === 'password') &&
    (action !== 'role' || RoleSchema.safeParse(role).success)
  if (!isKnown) throw new CommandError(USAGE)
  const work = (database: Database) => manage(database, words)
  await onDatabase({ mayMake: action === 'add' }, work).catch((error: unknown) => {
    throw error instanceof UserError ? new CommandError(error.message) : error
  })
})
