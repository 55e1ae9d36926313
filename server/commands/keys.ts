import { parseArgs } from 'node:util'

import { MAX_KEYS, NewKeySchema } from '#contract/keys.ts'
import { createKeyStore } from '#server/auth/keys/key-store.ts'
import type { User } from '#server/auth/users.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { openCommandDatabase } from '#server/database/open-database.ts'
import { chooseUser } from '#server/terminal/choose-user.ts'
import { CommandError, runCommand } from '#server/terminal/command.ts'
import { logCommandEvent } from '#server/terminal/log-command-event.ts'

const USAGE = `Usage: npm run keys -- add NAME | remove NAME | list [--user USER]
Keys read series and forecasts, and nothing else. --user can be left out while there is only one user.`

const print = (line: string) => process.stdout.write(`${line}\n`)

function readWords(words: readonly string[]): { action: string; name: string; user: string | undefined } {
  try {
    const { positionals, values } = parseArgs({
      args: [...words],
      options: { user: { type: 'string' } },
      allowPositionals: true,
    })
    const [action = '', name = '', ...rest] = positionals
    const isKnown = action === 'list' ? name === '' : ['add', 'remove'].includes(action) && name !== ''
    if (isKnown && rest.length === 0) return { action, name, user: values.user }
  } catch {
    // An unknown option: the usage says which there are.
  }
  throw new CommandError(USAGE)
}

async function add(database: Database, user: User, name: string): Promise<void> {
  const parsed = NewKeySchema.safeParse({ name })
  if (!parsed.success) throw new CommandError('A name has 1 to 80 characters, all of them printable.')
  const made = await createKeyStore(database).add(database, user.id, parsed.data.name)
  if (made === 'name taken') throw new CommandError(`${user.name} already has a key named ${name}.`)
  if (made === 'too many') throw new CommandError(`${user.name} has ${MAX_KEYS} keys, which is the most.`)
  logCommandEvent('key-made', { target: user.name, key: made.name })
  print(made.key)
  print('This key reads series in the name of the user. It is not shown again.')
}

async function remove(database: Database, user: User, name: string): Promise<void> {
  const keys = createKeyStore(database)
  const key = (await keys.list(user.id)).find((entry) => entry.name === name.trim())
  if (key === undefined || !(await keys.remove(user.id, key.id)))
    throw new CommandError(`${user.name} has no key named ${name}.`)
  logCommandEvent('key-removed', { target: user.name, keyId: key.id })
  print(`The key ${key.name} is removed. It does not work any more.`)
}

async function list(database: Database, user: User): Promise<void> {
  for (const { name, createdAt, lastUsedAt } of await createKeyStore(database).list(user.id))
    print(`${name}  since ${createdAt.slice(0, 10)}, last used ${lastUsedAt?.slice(0, 16) ?? 'never'}`)
}

await runCommand(async (words) => {
  const { action, name, user: userName } = readWords(words)
  const database = await openCommandDatabase(readConfig(process.env))
  try {
    const user = await chooseUser(database, userName)
    if (action === 'add') await add(database, user, name)
    else if (action === 'remove') await remove(database, user, name)
    else await list(database, user)
  } finally {
    await database.close()
  }
})
