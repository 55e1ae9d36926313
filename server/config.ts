import { z } from 'zod'

import { passwordFault } from '#server/auth/password-rules.ts'
import { userNameKey } from '#server/auth/user-name.ts'

import { StartError } from './errors.ts'

const SOURCE_NAMES = ['demo', 'entsoe', 'energy-charts', 'none'] as const

const text = z.string()

function wholeNumber(min: number, max: number) {
  const isInRange = (value: string) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
  return text.refine(isInRange, `must be a whole number from ${min} to ${max}`).transform(Number)
}

function address(protocols: readonly string[], example: string) {
  const isAddress = (value: string) =>
    protocols.some((protocol) => value.startsWith(`${protocol}://`) && value.length > protocol.length + 3)
  return text.refine(isAddress, `must be an address such as ${example}`)
}

function webAddress(example: string) {
  return address(['http', 'https'], example).refine((value) => URL.canParse(value), {
    message: `must be an address such as ${example}`,
  })
}

const tileAddress = webAddress('https://tiles.example.org/{z}/{x}/{y}.png').refine(
  (value) => ['{z}', '{x}', '{y}'].every((part) => value.includes(part)),
  'must contain {z}, {x} and {y}',
)

/** Everything that can be set from outside, by its name in the environment. */
const ConfigSchema = z
  .object({
    /** TCP port; 0 takes any free one. */
    PORT: wholeNumber(0, 65_535).default(3000),
    /** Address to listen on; `0.0.0.0` for every network of the machine. */
    HOST: text.default('127.0.0.1'),
    /** Proxies whose `X-Forwarded-For` is believed: addresses or CIDR ranges, separated by commas. */
    TRUST_PROXY: text.default('').transform((list) =>
      list
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    ),
    /** Least severe messages to log: on a terminal, `warn` keeps it readable. */
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
        'must be fatal, error, warn, info, debug or silent',
      )
      .optional(),

    /** Folder of the embedded database. */
    DATA_DIR: text.default('data/'),
    /** A PostgreSQL server, or several hosts of one, instead of the embedded database. */
    DATABASE_URL: address(
      ['postgres', 'postgresql'],
      'postgres://user:password@host:5432/database',
    ).optional(),

    /** Where the values come from. */
    SOURCE: z.enum(SOURCE_NAMES, `must be ${SOURCE_NAMES.join(', ')}`).default('demo'),
    /** How far back the first fill reads, in days. */
    BACKFILL_DAYS: wholeNumber(1, 3660).default(730),
    /** Security token of the ENTSO-E Transparency Platform. */
    ENTSOE_TOKEN: text.optional(),
    ENTSOE_URL: webAddress('https://web-api.tp.entsoe.eu/api').default('https://web-api.tp.entsoe.eu/api'),
    ENERGY_CHARTS_URL: webAddress('https://api.energy-charts.info').default('https://api.energy-charts.info'),
    /** Seconds between two requests to Energy-Charts; fewer only by agreement with Fraunhofer. */
    ENERGY_CHARTS_PACE_S: wholeNumber(0, 3600).default(30),

    /** The first user, made only where there is none. */
    ADMIN_USERNAME: text
      .refine((name) => userNameKey(name) !== null, 'must have 1 to 64 characters, none of them unprintable')
      .default('admin'),
    /** Without it a password is generated and printed once. */
    ADMIN_PASSWORD: text.optional(),
    /** Key that signs the tokens; without it one is generated and kept in the database. */
    TOKEN_SECRET: text
      .refine((value) => Buffer.byteLength(value) >= 32, 'must be at least 32 bytes long')
      .optional(),
    /** How long a sign-in lasts, seconds. */
    TOKEN_LIFETIME_S: wholeNumber(1, 86_400).default(3600),

    /** An existing backend that keeps the three calls: ours then serves the pages and passes the calls on. */
    BACKEND_URL: webAddress('https://backend.example.org').optional(),

    /** Addresses of the map's tiles, without labels. */
    TILE_URL_LIGHT: tileAddress.default(
      'https://{s}.basemaps.cartocdn.com/light_nolabels/{z}/{x}/{y}{r}.png',
    ),
    TILE_URL_DARK: tileAddress.default('https://{s}.basemaps.cartocdn.com/dark_nolabels/{z}/{x}/{y}{r}.png'),
  })
  .superRefine((config, context) => {
    if (config.SOURCE === 'entsoe' && config.ENTSOE_TOKEN === undefined)
      context.addIssue({ code: 'custom', path: ['ENTSOE_TOKEN'], message: 'is needed with SOURCE=entsoe' })
    const fault =
      config.ADMIN_PASSWORD === undefined ? null : passwordFault(config.ADMIN_USERNAME, config.ADMIN_PASSWORD)
    if (fault !== null) context.addIssue({ code: 'custom', path: ['ADMIN_PASSWORD'], message: fault })
  })

export type Config = z.infer<typeof ConfigSchema>

/**
 * The configuration from the environment; an empty variable is an unset one. Throws a `StartError` that
 * names the variable and never repeats its value.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = ConfigSchema.safeParse(set)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new StartError(`${issue?.path.join('.') ?? 'The configuration'} ${issue?.message ?? 'is wrong'}.`)
}
