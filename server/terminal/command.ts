import { parseArgs, type ParseArgsConfig } from 'node:util'

import { z } from 'zod'

import { createUsers, type User } from '#server/auth/users.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { isForOwner, RequestError } from '#server/errors.ts'
import { type CommandOptions, openCommandDatabase } from '#server/open-database.ts'

/** Wrong arguments, or work that cannot be done. The message is one line; the exit code is 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}

type Options = NonNullable<ParseArgsConfig['options']>

interface CommandForm<Own extends Options> {
  /** Printed for a wrong call. */
  usage: string
  /** As for `parseArgs` of Node.js. */
  options?: Own
  /** Number of positional arguments. */
  words?: readonly [least: number, most: number]
}

type Call<Own extends Options> = ReturnType<typeof parseArgs<{ options: Own; allowPositionals: true }>>

/** Ends the process: with 0, or with 1 after a line about the failure. */
export async function runCommand<const Own extends Options>(
  { usage, options, words: [least, most] = [0, 0] }: CommandForm<Own>,
  work: (call: Call<Own>) => Promise<void>,
): Promise<never> {
  const args = process.argv.slice(2)
  try {
    if (args[0] === '--help') process.stdout.write(`${usage}\n`)
    else {
      const call = readCall(usage, args, options)
      if (call.positionals.length < least || call.positionals.length > most) throw new CommandError(usage)
      await work(call)
    }
    process.exit(0)
  } catch (error) {
    const isExpected = error instanceof CommandError || error instanceof RequestError || isForOwner(error)
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    process.stderr.write(`${isExpected ? message : stack}\n`)
    process.exit(1)
  }
}

/** Opens the database of the settings, and closes it. */
export async function onDatabase<Result>(
  options: CommandOptions,
  work: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env)
  const database = await openCommandDatabase(config, options)
  return work(database, config).finally(() => database.close())
}

function readCall<Own extends Options>(usage: string, args: string[], options: Own | undefined): Call<Own> {
  try {
    return parseArgs({ args, allowPositionals: true, ...(options && { options }) })
  } catch {
    throw new CommandError(usage)
  }
}

/** `--from` and `--to`, both required, `yyyy-MM-dd`. */
export function readDays(
  usage: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): { from: string; to: string } {
  if (from === undefined || to === undefined) throw new CommandError(usage)
  for (const [name, day] of Object.entries({ from, to }))
    if (!z.iso.date().safeParse(day).success)
      throw new CommandError(`--${name} must be a date that exists, written yyyy-MM-dd.`)
  if (to < from) throw new CommandError('--to must not be before --from.')
  return { from, to }
}

/** Accepts upper and lower case. */
export function readChoice<Value extends string>(
  name: string,
  values: readonly Value[],
  text: string,
): Value {
  const value = values.find((known) => known.toUpperCase() === text.toUpperCase())
  if (value === undefined) throw new CommandError(`--${name} must be one of ${values.join(', ')}.`)
  return value
}

/** The named user, or the only one. Throws a `CommandError`. */
export async function chooseUser(database: Database, name: string | undefined): Promise<User> {
  const users = createUsers(database)
  const [first, ...others] = await users.list()
  if (name === undefined && others.length > 0)
    throw new CommandError('There are several users: --user must name one.')
  const user = await users.find(name ?? first?.name ?? '')
  if (user === null) throw new CommandError(`There is no user ${name ?? 'yet'}.`)
  return user
}
