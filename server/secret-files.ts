import { readFileSync } from 'node:fs'

import { codeOf, StartError } from './errors.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A file can hold the secret instead, hidden from other programs. */
export const SECRETS = [
  'ADMIN_PASSWORD',
  'DATABASE_READ_URL',
  'DATABASE_URL',
  'ENTSOE_PASSWORD',
  'ENTSOE_TOKEN',
  'ENTSOE_USERNAME',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'TOKEN_SECRET',
  'WEATHER_KEY',
] as const

/** Removes byte order mark and final line break, which editors add. */
function readSecret(variable: string, file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const code = codeOf(error) || 'unknown'
    throw new StartError(`${variable} names a file that cannot be read (${code}).`)
  }
  const isUtf16 = /^(fffe|feff)/.test(bytes.toString('hex', 0, 2)) || bytes.includes(0)
  try {
    if (isUtf16) throw new TypeError('UTF-16')
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '')
  } catch {
    throw new StartError(
      `${variable} names a file ${isUtf16 ? 'in UTF-16' : 'that is not in UTF-8'}: save it in UTF-8.`,
    )
  }
}

/** Replaces each `…_FILE` by its secret. Throws a `StartError` that names the variable. */
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
