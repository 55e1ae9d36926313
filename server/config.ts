import ipaddr from 'ipaddr.js'
import { z } from 'zod'

import { TILE_HOSTS } from '#contract/settings.ts'
import { MAX_USER_NAME_LENGTH, userNameKey } from '#contract/users.ts'

import { StartError } from './errors.ts'
import { withSecretsFromFiles } from './secret-files.ts'

const WEATHER_NAMES = ['off', 'open-meteo'] as const
const SOURCE_NAMES = ['demo', 'entsoe', 'energy-charts', 'none'] as const

const text = z.string()

/** Entries separated by commas; none by default. */
const commaList = text.default('').transform((list) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
)

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

/** Names for whole ranges, as Fastify knows them. */
const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(entry: string): boolean {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry)
  return NAMED_NETWORKS.has(entry) || isAddress || ipaddr.isValidCIDR(entry)
}

/** Whether a text is a host as it stands in addresses: no scheme, path or usual port. */
function isHost(entry: string): boolean {
  return ['http', 'https'].some((scheme) => {
    const address = `${scheme}://${entry}`
    return URL.canParse(address) && new URL(address).host === entry
  })
}

/** Whether a text is an origin as browsers send it. */
function isOrigin(entry: string): boolean {
  return /^https?:[^*]+$/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry
}

/** Whether what the provider says arrives unread and unchanged. */
function isSafeIssuer(value: string): boolean {
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
}

const tileAddress = webAddress('https://tiles.example.org/{z}/{x}/{y}.png').refine(
  (value) => ['{z}', '{x}', '{y}'].every((part) => value.includes(part)),
  'must contain {z}, {x} and {y}',
)

/** Every setting, by the name of its environment variable. */
const ConfigSchema = z
  .object({
    /** TCP port; 0 takes any free port. */
    PORT: wholeNumber(0, 65_535).default(3000),
    /** Address to listen on; `0.0.0.0` listens on every network of the machine. */
    HOST: text.default('127.0.0.1'),
    /** Path below which a proxy offers the product, such as `/energy`. */
    BASE_PATH: text
      .regex(/^(\/[\w~-]+)*$/, 'must be a path such as /energy, without a slash at its end')
      .default(''),
    /** Where browsers must use HTTPS once they have been here by HTTPS: at this `host`, or at its `subdomains` too. */
    HSTS: z.enum(['host', 'subdomains'], 'must be host or subdomains').default('host'),
    /** Proxies whose `X-Forwarded-For` is believed: addresses or CIDR ranges, separated by commas. */
    TRUST_PROXY: listOf(isNetwork, 'addresses or CIDR ranges'),
    /** Least severe level to log. The default is `warn` on a terminal, to keep it readable, and `info` elsewhere. */
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
        'must be fatal, error, warn, info, debug or silent',
      )
      .optional(),

    /** How long `/readyz` answers 503 after a stop was requested and before the server stops accepting, seconds. */
    DRAIN_S: wholeNumber(0, 300).default(0),

    /** Who may read `/metrics`: `private` is this machine and anyone with `METRICS_TOKEN`, `public` is everyone. */
    METRICS_ACCESS: z.enum(['private', 'public'], 'must be private or public').default('private'),
    METRICS_TOKEN: secret(16).optional(),

    /** Folder of the embedded database. */
    DATA_DIR: text.default('data/'),
    /** A PostgreSQL server, possibly with several hosts, instead of the embedded database. */
    DATABASE_URL: text
      .regex(/^postgres(ql)?:\/\/./, 'must be an address such as postgres://user:password@host:5432/database')
      .optional(),

    /** Where the values come from. */
    SOURCE: z.enum(SOURCE_NAMES, `must be ${SOURCE_NAMES.join(', ')}`).default('demo'),
    /** How far back the first fill reads, in days. */
    BACKFILL_DAYS: wholeNumber(1, 3660).default(730),
    /** Security token of the ENTSO-E Transparency Platform. */
    ENTSOE_TOKEN: text.optional(),
    ENTSOE_URL: usually('https://web-api.tp.entsoe.eu/api'),
    /** Login of the Transparency Platform, for its File Library. */
    ENTSOE_USERNAME: text.optional(),
    ENTSOE_PASSWORD: text.optional(),
    ENTSOE_FILES_URL: usually('https://fms.tp.entsoe.eu'),
    ENTSOE_SIGN_IN_URL: usually('https://keycloak.tp.entsoe.eu/realms/tp/protocol/openid-connect/token'),
    ENERGY_CHARTS_URL: usually('https://api.energy-charts.info'),
    /** Seconds between two requests to Energy-Charts. Set fewer only if Fraunhofer ISE agreed. */
    ENERGY_CHARTS_PACE_S: wholeNumber(0, 3600).default(30),

    /** Where forecast weather comes from. The demo has its own. */
    WEATHER: z.enum(WEATHER_NAMES, `must be ${WEATHER_NAMES.join(' or ')}`).default('off'),
    /** Open-Meteo, or a server that runs its software. With a key the address for customers takes the place of the default. */
    WEATHER_URL: usually('https://api.open-meteo.com'),
    /** Where earlier forecasts come from. It follows from `WEATHER_URL` unless that is a server of one's own. */
    WEATHER_HISTORY_URL: webAddress('https://previous-runs-api.open-meteo.com').optional(),
    /** Key of a customer. Without one Open-Meteo may be used for non-commercial purposes only. */
    WEATHER_KEY: text.optional(),
    /** The weather model by the service's name for it. */
    WEATHER_MODEL: text
      .regex(/^[a-z0-9_]+$/, 'must be the name of one model, such as ecmwf_ifs')
      .refine(
        (value) => value !== 'best_match',
        'must not be best_match: it changes the model by place and time',
      )
      .default('ecmwf_ifs'),

    /** The first user, made only when there is no user yet. */
    ADMIN_USERNAME: text
      .refine(
        (name) => userNameKey(name) !== null,
        `must have 1 to ${MAX_USER_NAME_LENGTH} characters, all of them printable`,
      )
      .default('admin'),
    /** Password of the first user. Without it one is generated and printed once. */
    ADMIN_PASSWORD: text.optional(),
    /** Key that signs the tokens. Without it one is generated and kept in the database. */
    TOKEN_SECRET: secret(32).optional(),
    /** How long a sign-in lasts, seconds. */
    TOKEN_LIFETIME_S: wholeNumber(1, 86_400).default(3600),

    /** The address of the product as its users see it, with the base path. */
    PUBLIC_URL: webAddress('https://energy.example.org')
      .refine((value) => !/[/?#]$|[?#]/.test(value), 'must have no slash, query or fragment at its end')
      .optional(),
    /** The OpenID Connect provider of the organisation, with which users can sign in too. */
    OIDC_ISSUER: webAddress('https://login.example.org')
      .refine(isSafeIssuer, 'must begin with https://, except on this machine')
      .optional(),
    OIDC_CLIENT_ID: text.optional(),
    OIDC_CLIENT_SECRET: text.optional(),
    /** What is asked of the provider, by the names that it knows. */
    OIDC_SCOPE: text
      .refine((value) => value.split(' ').includes('openid'), 'must contain openid')
      .default('openid email profile'),
    /** Domains of verified e-mail addresses whose owners may sign in as analysts. */
    OIDC_DOMAINS: commaList.transform((domains) => domains.map((domain) => domain.toLowerCase())),
    /** Where the provider names the groups of a user. */
    OIDC_GROUPS_CLAIM: text.default('groups'),
    /** Groups whose members may sign in, by their role. */
    OIDC_ADMIN_GROUPS: commaList,
    OIDC_ANALYST_GROUPS: commaList,

    /** An existing backend that answers the calls: this server then serves the pages and passes the calls on. */
    BACKEND_URL: webAddress('https://backend.example.org').optional(),

    /** Hosts that alerts may be sent to, by exact name and with a port that is not the usual one, separated by commas. */
    ALERT_HOSTS: listOf(isHost, 'host names such as hooks.example.org or 10.0.0.7:9000'),

    /** Origins of pages, such as notebooks in a browser, that may call the API of series with a key, separated by commas. */
    API_ORIGINS: listOf(isOrigin, 'origins such as https://notebooks.example.org'),

    /** Addresses of the map tiles, without labels. */
    TILE_URL_LIGHT: tileAddress.default(
      'https://{s}.basemaps.cartocdn.com/light_nolabels/{z}/{x}/{y}{r}.png',
    ),
    TILE_URL_DARK: tileAddress.default('https://{s}.basemaps.cartocdn.com/dark_nolabels/{z}/{x}/{y}{r}.png'),
    /** What `{s}` in them stands for, separated by commas. */
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

/** The configuration. An empty variable counts as unset. Throws a `StartError` that names the variable and never repeats its value. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.entries(withSecretsFromFiles(environment))
  const set = Object.fromEntries(given.filter(([, value]) => value !== ''))
  const result = ConfigSchema.safeParse(set)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new StartError(`${issue?.path.join('.') ?? 'The configuration'} ${issue?.message ?? 'is wrong'}.`)
}
