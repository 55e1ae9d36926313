import { readFileSync } from 'node:fs'

import { codeOf, StartError } from './errors.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Variables that can name a file instead of holding the secret, where other programs could read it. */
const SECRETS = [
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'ENTSOE_PASSWORD',
  'ENTSOE_TOKEN',
  'ENTSOE_USERNAME',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'TOKEN_SECRET',
  'WEATHER_KEY',
] as const

/** A file ends with a line break more often than a secret does. */
function readSecret(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    const code = codeOf(error) || 'unknown'
    throw new StartError(`${variable} names a file that cannot be read (${code}).`)
  }
}

/** The environment with the content of each `…_FILE` under the name of its secret. Throws a `StartError` that names the variable. */
export function withSecretsFromFiles(environment: Environment): Environment {
  const secrets = SECRETS.flatMap((name): [string, string][] => {
    const variable = `${name}_FILE`
    const file = environment[variable]
    if (file === undefined || file === '') return []
    if (environment[name]) throw new StartError(`${name} and ${variable} are both set: set one of them.`)
    const secret = readSecret(variable, file)
    if (secret === '') throw new StartError(`${variable} names an empty file.`)
    return [[name, secret]]
  })
  return { ...environment, ...Object.fromEntries(secrets) }
}
