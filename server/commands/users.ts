import { RoleSchema } from '#contract/users.ts'
import { createUserManagement } from '#server/auth/manage-users.ts'
import { createPasswords } from '#server/auth/passwords.ts'
import { createUsers } from '#server/auth/users.ts'
import type { Database } from '#server/database/database.ts'
import { recordCommandEvent, type SecurityEvent } from '#server/http/security-events.ts'
import { askNewPassword } from '#server/terminal/ask-password.ts'
import { CommandError, onDatabase, runCommand } from '#server/terminal/command.ts'

const USAGE = `Usage: npm run users -- add NAME [--admin] | password NAME [--remove-keys] | role NAME admin|analyst
       npm run users -- disable NAME | enable NAME | remove NAME | list
Asks for the password, or reads it from the standard input.`

const WORD_COUNTS = new Map([
  ['list', 0],
  ...['add', 'password', 'disable', 'enable', 'remove'].map((action): [string, number] => [action, 1]),
  ['role', 2],
])

type Flags = Partial<Record<'admin' | 'remove-keys', boolean>>

async function manage(
  database: Database,
  [action, name = '', role]: readonly string[],
  { admin: isAdmin, 'remove-keys': removeKeys = false }: Flags,
): Promise<void> {
  const users = createUsers(database)
  const management = createUserManagement({ users, passwords: createPasswords() })
  async function done(event: SecurityEvent, sentence: string, details: object = {}): Promise<void> {
    await recordCommandEvent(database, event, { target: name.trim(), ...details })
    process.stdout.write(`${sentence}\n`)
  }
  if (action === 'list') {
    for (const user of await users.list())
      process.stdout.write(
        `${user.name}  ${user.role}${user.isDisabled ? ', disabled' : ''}  since ${user.createdAt.slice(0, 10)}, last sign-in ${user.lastSignInAt?.slice(0, 16) ?? 'never'}\n`,
      )
  } else if (action === 'add') {
    await management.add(name, isAdmin ? 'admin' : 'analyst', askNewPassword)
    // The first user is always an admin.
    await done('user-added', `${name} can sign in now.`, { role: (await users.find(name))?.role })
  } else if (action === 'password') {
    await management.changePassword(name, askNewPassword, removeKeys)
    const keys = removeKeys ? 'All keys are removed.' : 'Keys stay: --remove-keys ends them too.'
    const sentence = `${name} has a new password. All sessions with the old password are signed out. ${keys}`
    await done('user-password-reset', sentence, { removeKeys })
  } else if (action === 'role') {
    const change = { role: RoleSchema.parse(role) }
    await management.change(name, change)
    await done('user-role-changed', `${name} is ${role} now.`, change)
  } else if (action === 'remove') {
    await management.remove(name)
    await done('user-removed', `${name} is removed and signed out.`)
  } else if (action === 'disable') {
    await management.change(name, { isDisabled: true })
    await done('user-disabled', `${name} is disabled and signed out.`)
  } else {
    await management.change(name, { isDisabled: false })
    await done('user-enabled', `${name} can sign in again.`)
  }
}

const options = { admin: { type: 'boolean' }, 'remove-keys': { type: 'boolean' } } as const

await runCommand({ usage: USAGE, options, words: [1, 3] }, async ({ positionals, values }) => {
  const [action = '', , role] = positionals
  const isKnown =
    WORD_COUNTS.get(action) === positionals.length - 1 &&
    !positionals.includes('') &&
    (!values.admin || action === 'add') &&
    (!values['remove-keys'] || action === 'password') &&
    (action !== 'role' || RoleSchema.safeParse(role).success)
  if (!isKnown) throw new CommandError(USAGE)
  await onDatabase({ mayMake: action === 'add' }, (database) => manage(database, positionals, values))
})
