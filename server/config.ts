import ipaddr from 'ipaddr.js'
import { z } from 'zod'

import { TILE_HOSTS } from '#contract/status.ts'
import { MAX_USER_NAME_LENGTH, userNameKey } from '#contract/users.ts'

import { StartError } from './errors.ts'
import { SECRETS, withSecretsFromFiles } from './secret-files.ts'

const SOURCE_NAMES = ['demo', 'entsoe', 'energy-charts', 'none'] as const

const text = z.string()

const commaList = text.default('').transform((list) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
)

/** Attributes at the end of a distinguished name, and all usual ones. */
const END_OF_NAME = /^(DC|O|C)=/i
const PART_OF_NAME = /^(CN|OU|DC|O|C|L|ST|STREET|UID)=/i

/** The parts of a distinguished name such as CN=Desk,OU=Groups,DC=example stay together. */
const groupList = text.default('').transform((list) => {
  const groups: string[][] = []
  for (const part of list.split(/(?<!\\),/).map((entry) => entry.trim())) {
    const before = groups.at(-1)?.at(-1)
    const isNext =
      before !== undefined &&
      [before, part].every((entry) => PART_OF_NAME.test(entry)) &&
      (!END_OF_NAME.test(before) || END_OF_NAME.test(part))
    if (isNext) groups.at(-1)?.push(part)
    else if (part !== '') groups.push([part])
  }
  return groups.map((parts) => parts.join(','))
})

const listOf = (isEntry: (entry: string) => boolean, what: string) =>
  commaList.refine((entries) => entries.every(isEntry), `must be ${what}, separated by commas`)

function wholeNumber(min: number, max: number) {
  const isInRange = (value: string) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
  return text.refine(isInRange, `must be a whole number from ${min} to ${max}`).transform(Number)
}

const secret = (minBytes: number) =>
  text.refine((value) => Buffer.byteLength(value) >= minBytes, `must be at least ${minBytes} bytes long`)

function webAddress(example: string) {
  const isAddress = (value: string) => /^https?:\/\/./.test(value) && URL.canParse(value)
  return text.refine(isAddress, { error: `must be an address such as ${example}`, abort: true })
}

const usually = (address: string) => webAddress(address).default(address)

/** Names of ranges, as in Fastify. */
const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(entry: string): boolean {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry)
  return NAMED_NETWORKS.has(entry) || isAddress || ipaddr.isValidCIDR(entry)
}

/** A host as in addresses: no scheme, path, default port or wildcard. */
function isHost(entry: string): boolean {
  if (entry.includes('*')) return false
  return ['http', 'https'].some((scheme) => {
    const address = `${scheme}://${entry}`
    return URL.canParse(address) && new URL(address).host === entry
  })
}

/** The part of an e-mail address after the @. */
function isDomain(entry: string): boolean {
  return isHost(entry) && /^[^@:[\]]+\.[^@:[\]]+$/.test(entry)
}

/** An origin as browsers send it. */
function isOrigin(entry: string): boolean {
  return /^https?:[^*]+$/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry
}

/** HTTPS or this machine, so that its answers cannot be read or changed on the way. */
function isSafeIssuer(value: string): boolean {
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
}

const tileAddress = webAddress('https://tiles.example.org/{z}/{x}/{y}.png').refine(
  (value) => ['{z}', '{x}', '{y}'].every((part) => value.includes(part)),
  'must contain {z}, {x} and {y}',
)

const postgresAddress = text.regex(
  /^postgres(ql)?:\/\/./,
  'must be an address such as postgres://user:password@host:5432/database',
)

/** By environment variable, explained in docs/settings.md. */
const ConfigSchema = z
  .object({
    /** 0 takes any free port. */
    PORT: wholeNumber(0, 65_535).default(3000),
    /** `0.0.0.0` listens on every network of the machine. */
    HOST: text.default('127.0.0.1'),
    BASE_PATH: text
      .regex(/^(\/[\w~-]+)*$/, 'must be a path such as /energy, without a slash at its end')
      .default(''),
    HSTS: z.enum(['host', 'subdomains'], 'must be host or subdomains').default('host'),
    TRUST_PROXY: listOf(isNetwork, 'addresses or CIDR ranges'),
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
        'must be fatal, error, warn, info, debug or silent',
      )
      .optional(),
    DRAIN_S: wholeNumber(0, 300).default(0),
    METRICS_ACCESS: z.enum(['private', 'public'], 'must be private or public').default('private'),
    METRICS_TOKEN: secret(16).optional(),

    DATA_DIR: text.default('data/'),
    DATABASE_URL: postgresAddress.optional(),
    DATABASE_READ_URL: postgresAddress.optional(),

    SOURCE: z.enum(SOURCE_NAMES, `must be ${SOURCE_NAMES.join(', ')}`).default('demo'),
    BACKFILL_DAYS: wholeNumber(1, 3660).default(730),
    /** The model learns from more than three years. */
    KEEP_FORECASTS_YEARS: wholeNumber(0, 100)
      .refine((years) => years === 0 || years >= 4, 'must be 0, which keeps them for ever, or at least 4')
      .default(0),
    ENTSOE_TOKEN: text.optional(),
    ENTSOE_URL: usually('https://web-api.tp.entsoe.eu/api'),
    ENTSOE_USERNAME: text.optional(),
    ENTSOE_PASSWORD: text.optional(),
    ENTSOE_FILES_URL: usually('https://fms.tp.entsoe.eu'),
    ENTSOE_SIGN_IN_URL: usually('https://keycloak.tp.entsoe.eu/realms/tp/protocol/openid-connect/token'),
    ENERGY_CHARTS_URL: usually('https://api.energy-charts.info'),
    /** A shorter pace needs the agreement of Fraunhofer ISE. */
    ENERGY_CHARTS_PACE_S: wholeNumber(0, 3600).default(30),

    WEATHER: z.enum(['off', 'open-meteo'], 'must be off or open-meteo').default('off'),
    /** With a key the default is the address for customers. */
    WEATHER_URL: usually('https://api.open-meteo.com'),
    /** Derived from `WEATHER_URL` unless that is a private server. */
    WEATHER_HISTORY_URL: webAddress('https://previous-runs-api.open-meteo.com').optional(),
    WEATHER_KEY: text.optional(),
    WEATHER_MODEL: text
      .regex(/^[a-z0-9_]+$/, 'must be the name of one model, such as ecmwf_ifs')
      .refine(
        (value) => value !== 'best_match',
        'must not be best_match: it changes the model by place and time',
      )
      .default('ecmwf_ifs'),

    /** For the first user, made only while there is none. */
    ADMIN_USERNAME: text
      .refine(
        (name) => userNameKey(name) !== null,
        `must have 1 to ${MAX_USER_NAME_LENGTH} characters, all of them printable`,
      )
      .default('admin'),
    ADMIN_PASSWORD: text.optional(),
    TOKEN_SECRET: secret(32).optional(),
    TOKEN_LIFETIME_S: wholeNumber(1, 86_400).default(3600),

    PUBLIC_URL: webAddress('https://energy.example.org')
      .refine((value) => !/[/?#]$|[?#]/.test(value), 'must have no slash, query or fragment at its end')
      .optional(),
    OIDC_ISSUER: webAddress('https://login.example.org')
      .refine(isSafeIssuer, 'must begin with https://, except on this machine')
      .optional(),
    OIDC_CLIENT_ID: text.optional(),
    OIDC_CLIENT_SECRET: text.optional(),
    OIDC_SCOPE: text
      .refine((value) => value.split(' ').includes('openid'), 'must contain openid')
      .default('openid email profile'),
    OIDC_DOMAINS: commaList
      .transform((domains) => domains.map((domain) => domain.toLowerCase()))
      .refine(
        (domains) => domains.every(isDomain),
        'must be domains such as example.org, separated by commas',
      ),
    OIDC_GROUPS_CLAIM: text.default('groups'),
    OIDC_ADMIN_GROUPS: groupList,
    OIDC_ANALYST_GROUPS: groupList,

    BACKEND_URL: webAddress('https://backend.example.org').optional(),
    /** Exact names, with the port unless it is the default. */
    ALERT_HOSTS: listOf(isHost, 'host names such as hooks.example.org or 10.0.0.7:9000'),
    API_ORIGINS: listOf(isOrigin, 'origins such as https://notebooks.example.org'),

    TILE_URL_LIGHT: tileAddress.default(
      'https://{s}.basemaps.cartocdn.com/light_nolabels/{z}/{x}/{y}{r}.png',
    ),
    TILE_URL_DARK: tileAddress.default('https://{s}.basemaps.cartocdn.com/dark_nolabels/{z}/{x}/{y}{r}.png'),
    TILE_HOSTS: text
      .regex(/^[\w-]+(,[\w-]+)*$/, 'must be parts of host names such as a,b,c')
      .default(TILE_HOSTS.join(','))
      .transform((list) => list.split(',')),
  })
  .superRefine((config, context) => {
    const { SOURCE, OIDC_ISSUER, OIDC_DOMAINS, OIDC_ADMIN_GROUPS, OIDC_ANALYST_GROUPS, BACKEND_URL } = config
    const refuse = (name: keyof typeof config, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    const need = (name: keyof typeof config, because: string) => {
      if (config[name] === undefined) refuse(name, because)
    }
    if (config.DATABASE_READ_URL !== undefined) need('DATABASE_URL', 'is needed with DATABASE_READ_URL')
    if (SOURCE === 'entsoe') need('ENTSOE_TOKEN', 'is needed with SOURCE=entsoe')
    if (OIDC_ISSUER !== undefined) {
      if (BACKEND_URL !== undefined) refuse('OIDC_ISSUER', 'cannot be used in front of BACKEND_URL')
      need('OIDC_CLIENT_ID', 'is needed with OIDC_ISSUER')
      need('PUBLIC_URL', 'is needed with OIDC_ISSUER')
      if (!(config.PUBLIC_URL ?? config.BASE_PATH).endsWith(config.BASE_PATH))
        refuse('PUBLIC_URL', 'must end with BASE_PATH')
      if (OIDC_DOMAINS.length + OIDC_ADMIN_GROUPS.length + OIDC_ANALYST_GROUPS.length === 0)
        refuse('OIDC_DOMAINS', 'or OIDC_ANALYST_GROUPS or OIDC_ADMIN_GROUPS is needed with OIDC_ISSUER')
    }
    const hasLogin = config.ENTSOE_USERNAME !== undefined || config.ENTSOE_PASSWORD !== undefined
    for (const name of ['ENTSOE_USERNAME', 'ENTSOE_PASSWORD'] as const)
      if (hasLogin) need(name, 'is missing: a login has a name and a password')
  })

export type Config = z.infer<typeof ConfigSchema>

const NAMES = Object.keys(ConfigSchema.shape)
/** May have quotes around them, and a line break. */
const PASSWORDS = new Set(['ADMIN_PASSWORD', 'ENTSOE_PASSWORD'])

/** Throws a `StartError` for quotes kept by a tool, and for characters such as the carriage return of a Windows file. */
function refuseStrayCharacters(name: string, value: string): void {
  const isPassword = PASSWORDS.has(name)
  const hasQuotes = /^(["'`]).*\1$/s.test(value) && !isPassword
  if (!hasQuotes && !(isPassword ? /[\r\0\uFEFF]/ : /[\p{Cc}\uFEFF]/u).test(value)) return
  const shown = JSON.stringify(value).replaceAll('\uFEFF', '\\ufeff')
  const what = hasQuotes ? 'has quotes around it' : 'contains a control character'
  const is = SECRETS.some((secret) => secret === name) ? what : `${what}: ${shown}`
  throw new StartError(`${name} ${is}. Write the value alone.`)
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of Array.from(from).entries()) {
    const above = row
    row = [index + 1]
    for (let column = 1; column < above.length; column += 1)
      row.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (row[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1),
        ),
      )
  }
  return row.at(-1) ?? 0
}

/** Variables that look like a misspelt setting, in a sentence each. */
export function misspeltSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = [...NAMES, ...SECRETS.map((name) => `${name}_FILE`)]
  return Object.keys(environment).flatMap((name) => {
    const meant = known.filter((other) => other.length > 4).find((other) => editDistance(name, other) <= 2)
    return meant === undefined || known.includes(name) ? [] : [`${name} is no setting: ${meant} is one.`]
  })
}

/** An empty variable counts as unset. Throws a `StartError` that names the variable and never repeats a secret. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.entries(withSecretsFromFiles(environment))
  const set = Object.fromEntries(given.filter(([, value]) => value !== ''))
  for (const name of NAMES) refuseStrayCharacters(name, set[name] ?? '')
  const result = ConfigSchema.safeParse(set)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new StartError(`${issue?.path.join('.') ?? 'The configuration'} ${issue?.message ?? 'is wrong'}.`)
}
