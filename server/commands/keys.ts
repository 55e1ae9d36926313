import { NewKeySchema } from '#contract/keys.ts'
import { createKeyStore } from '#server/auth/keys.ts'
import { createUsers, type User } from '#server/auth/users.ts'
import type { Database } from '#server/database/database.ts'
import { recordCommandEvent } from '#server/http/security-events.ts'
import { chooseUser, CommandError, onDatabase, runCommand } from '#server/terminal/command.ts'

const USAGE = `Usage: npm run keys -- add NAME [--upload] | remove NAME | list [--user USER]
Keys read what the pages show, with --upload they also upload forecasts, and nothing else. --user can be left out while there is only one user.`

const print = (line: string) => process.stdout.write(`${line}\n`)

async function add(database: Database, user: User, name: string, canUpload: boolean): Promise<void> {
  const parsed = NewKeySchema.safeParse({ name, canUpload })
  if (!parsed.success) throw new CommandError('A name has 1 to 80 characters, all of them printable.')
  const keys = createKeyStore(database)
  const made = await createUsers(database).asUser(user, (connection) =>
    keys.add(connection, user.id, parsed.data.name, canUpload),
  )
  await recordCommandEvent(database, 'key-made', { target: user.name, key: made.name })
  print(made.key)
  print(
    `This key reads what the pages show${canUpload ? ' and uploads forecasts' : ''} in the name of the user. It is not shown again.`,
  )
}

async function remove(database: Database, user: User, name: string): Promise<void> {
  const keys = createKeyStore(database)
  const key = (await keys.list(user.id)).find((entry) => entry.name === name.trim())
  if (key === undefined) throw new CommandError(`${user.name} has no key named ${name}.`)
  await keys.remove(user.id, key.id)
  await recordCommandEvent(database, 'key-removed', { target: user.name, keyId: key.id })
  print(`The key ${key.name} is removed. It does not work any more.`)
}

async function list(database: Database, user: User): Promise<void> {
  for (const { name, createdAt, lastUsedAt } of await createKeyStore(database).list(user.id))
    print(`${name}  since ${createdAt.slice(0, 10)}, last used ${lastUsedAt?.slice(0, 16) ?? 'never'}`)
}

const options = { user: { type: 'string' }, upload: { type: 'boolean' } } as const

await runCommand({ usage: USAGE, options, words: [1, 2] }, async ({ positionals, values }) => {
  const [action = '', name = ''] = positionals
  const isKnown = action === 'list' ? name === '' : ['add', 'remove'].includes(action) && name !== ''
  if (!isKnown) throw new CommandError(USAGE)
  await onDatabase({}, async (database) => {
    const user = await chooseUser(database, values.user)
    if (action === 'add') await add(database, user, name, values.upload ?? false)
    else if (action === 'remove') await remove(database, user, name)
    else await list(database, user)
  })
})
