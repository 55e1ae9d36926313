import { parseArgs } from 'node:util'

import type { AlertEntry } from '#contract/alerts.ts'
import { parseNewAlert } from '#server/alerts/alert-request.ts'
import { type AlertStore, createAlertStore } from '#server/alerts/alert-store.ts'
import { createTestAlert } from '#server/alerts/test-alert.ts'
import type { User } from '#server/auth/users.ts'
import { type Config, readConfig } from '#server/config.ts'
import { openCommandDatabase } from '#server/database/open-database.ts'
import { RequestError } from '#server/errors.ts'
import { chooseUser } from '#server/terminal/choose-user.ts'
import { CommandError, runCommand } from '#server/terminal/command.ts'
import { logCommandEvent } from '#server/terminal/log-command-event.ts'

const USAGE = `Usage: npm run alerts -- add NAME --area DE --measure residual --above 60000 --hours 24 --url https://… [--user USER]
       npm run alerts -- list | remove NAME | test NAME [--user USER]
Measures are residual, load, solar, wind (the final forecast of the next hours) and error (of the last hours); --below is the other side.`

const print = (line: string) => process.stdout.write(`${line}\n`)

const OPTIONS = {
  area: { type: 'string' },
  measure: { type: 'string' },
  above: { type: 'string' },
  below: { type: 'string' },
  hours: { type: 'string' },
  url: { type: 'string' },
  user: { type: 'string' },
} as const

type Values = { [Name in keyof typeof OPTIONS]?: string }

function readWords(words: readonly string[]): { action: string; name: string; values: Values } {
  try {
    const { positionals, values } = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true })
    const [action = '', name = '', ...rest] = positionals
    const needsName = ['add', 'remove', 'test'].includes(action)
    if (rest.length === 0 && (needsName ? name !== '' : action === 'list' && name === ''))
      return { action, name, values }
  } catch {
    // An unknown option: the usage says which there are.
  }
  throw new CommandError(USAGE)
}

async function add(alerts: AlertStore, user: User, name: string, values: Values, config: Config) {
  const { above, below, area, measure, hours, url } = values
  if ((above === undefined) === (below === undefined)) throw new CommandError(USAGE)
  const side = above === undefined ? 'below' : 'above'
  const body = { name, area, measure, side, thresholdMw: Number(above ?? below), hours: Number(hours), url }
  const made = await alerts.add(user.id, parseNewAlert(body, config.ALERT_HOSTS))
  if (typeof made === 'string')
    throw new CommandError(
      made === 'name taken'
        ? `${user.name} already has an alert named ${name}.`
        : `${user.name} has too many alerts.`,
    )
  logCommandEvent('alert-made', { target: user.name, alert: made.name })
  print(made.secret)
  print('This secret signs the messages. It is not shown again.')
}

function describe({
  name,
  area,
  measure,
  side,
  thresholdMw,
  hours,
  url,
  isCrossed,
  lastMessage,
}: AlertEntry) {
  const last =
    lastMessage === null
      ? 'no message yet'
      : `last message ${lastMessage.createdAt.slice(0, 16)}${lastMessage.failure === null ? '' : `: ${lastMessage.failure}`}`
  return `${name}  ${area} ${measure} ${side} ${thresholdMw} MW within ${hours} hours, to ${url}; ${isCrossed === null ? 'not checked yet' : isCrossed ? 'crossed' : 'not crossed'}, ${last}`
}

async function find(alerts: AlertStore, user: User, name: string): Promise<AlertEntry> {
  const alert = (await alerts.list(user.id)).find((entry) => entry.name === name.trim())
  if (alert === undefined) throw new CommandError(`${user.name} has no alert named ${name}.`)
  return alert
}

await runCommand(async (words) => {
  const { action, name, values } = readWords(words)
  const config = readConfig(process.env)
  const database = await openCommandDatabase(config)
  const alerts = createAlertStore(database)
  try {
    const user = await chooseUser(database, values.user)
    if (action === 'add') {
      await add(alerts, user, name, values, config)
    } else if (action === 'list') {
      for (const alert of await alerts.list(user.id)) print(describe(alert))
    } else if (action === 'remove') {
      const { id } = await find(alerts, user, name)
      await alerts.remove(user.id, id)
      logCommandEvent('alert-removed', { target: user.name, alertId: id })
      print(`The alert ${name} is removed.`)
    } else {
      const test = createTestAlert({ alerts, hosts: config.ALERT_HOSTS, clock: Date.now })
      const failure = await test(user.id, (await find(alerts, user, name)).id)
      if (failure) throw new CommandError(failure)
      print('The receiver took the message.')
    }
  } catch (error) {
    if (error instanceof RequestError) throw new CommandError(error.message)
    throw error
  } finally {
    await database.close()
  }
})
