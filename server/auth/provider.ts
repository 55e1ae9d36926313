import { LRUCache } from 'lru-cache'
import type { ClientAuth } from 'openid-client'
import { z } from 'zod'

import { RETURN_PATH } from '#contract/http-names.ts'
import type { Return } from '#contract/token.ts'
import type { Config } from '#server/config.ts'
import { GatewayError, RequestError } from '#server/errors.ts'

/** Per request. The answer deadline bounds all of them. */
const TIMEOUT_S = 5
/** How far a token may be ahead. */
const CLOCK_TOLERANCE_S = 30
/** Longer than any provider accepts a code. */
const CODE_LASTS_MS = 600_000

const text = z.string().min(1)

/** Kept by the browser while its user is at the provider. */
export const AttemptSchema = z.strictObject({ state: text, nonce: text, codeVerifier: text })
export type Attempt = z.infer<typeof AttemptSchema>

const names = z.union([z.string().transform((name) => [name]), z.array(z.string())]).catch([])
const optional = text.nullable().catch(null)
/** OpenID Connect Core 2: at most 255 characters of ASCII. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/
const ClaimsSchema = z.object({
  email: optional,
  email_verified: z.unknown().optional(),
  preferred_username: optional,
  name: optional,
  // Set by Entra if there are too many groups.
  hasgroups: z.unknown().optional(),
  _claim_names: z.record(z.string(), z.unknown()).optional().catch(undefined),
})

/** Only issuer and subject identify a person. */
export interface Identity {
  issuer: string
  subject: string
  email: string | null
  /** As confirmed by the provider. */
  isVerified: boolean
  name: string
  groups: readonly string[]
  /** Too many groups for a token. */
  areGroupsLeftOut: boolean
}

async function discover(issuer: string, { OIDC_CLIENT_ID: id = '', OIDC_CLIENT_SECRET: secret }: Config) {
  // Most servers never need it.
  const client = await import('openid-client')
  const authenticate: ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isBasic = methods.includes('client_secret_basic')
    const withSecret = isBasic ? client.ClientSecretBasic : client.ClientSecretPost
    return (secret === undefined ? client.None() : withSecret(secret))(server, ...rest)
  }
  const isLocal = issuer.startsWith('http:')
  const configuration = await client.discovery(new URL(issuer), id, undefined, authenticate, {
    timeout: TIMEOUT_S,
    execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])],
  })
  return { client, configuration }
}

type Discovered = Awaited<ReturnType<typeof discover>>

async function readPerson(
  { client, configuration }: Discovered,
  answer: URL,
  { state, nonce, codeVerifier }: Attempt,
  groupsClaim: string,
): Promise<Omit<Identity, 'issuer'>> {
  const tokens = await client.authorizationCodeGrant(configuration, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const { sub, iat, ...claims } = { sub: '', iat: 0, ...tokens.claims() }
  // Some providers send address and groups only here.
  const more = configuration.serverMetadata().userinfo_endpoint
    ? await client.fetchUserInfo(configuration, tokens.access_token, sub)
    : {}
  if (!SUBJECT.test(sub))
    throw new Error('the provider names a person by a sub that is not 1 to 255 characters of ASCII')
  const secondsAhead = iat - Date.now() / 1000
  if (secondsAhead > CLOCK_TOLERANCE_S) throw new Error(clockFault('iat', secondsAhead))
  const identity = readIdentity(claims, more, groupsClaim)
  return { ...identity, subject: sub, name: identity.name ?? sub }
}

/** Authorization code flow with PKCE. Calls reject with a `GatewayError` if the provider fails. */
export function createProvider(issuer: string, settings: Config) {
  const returnUrl = `${settings.PUBLIC_URL ?? ''}${RETURN_PATH}`
  const usedCodes = new LRUCache<string, true>({ max: 10_000, ttl: CODE_LASTS_MS })
  let discovering: Promise<Discovered> | null = null

  /** Tries again after a failure. */
  function discovered(): Promise<Discovered> {
    // Twice, because the first answer of a provider that has slept can take longer than a request may.
    discovering ??= discover(issuer, settings)
      .catch(() => discover(issuer, settings))
      .catch((error: unknown) => {
        discovering = null
        throw new GatewayError('provider', { cause: error })
      })
    return discovering
  }

  return {
    discovered,

    async begin(): Promise<{ url: string; attempt: Attempt }> {
      const { client, configuration } = await discovered()
      const attempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: returnUrl,
        scope: settings.OIDC_SCOPE,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, attempt }
    },

    /** Rejects with a `RequestError` 400 for the answer to another attempt, or a used one. */
    async finish({ code, state, iss }: Return, attempt: Attempt): Promise<Identity> {
      if (state !== attempt.state) throw refused()
      // The provider should refuse a used code, but some do not.
      if (usedCodes.has(code)) throw refused()
      usedCodes.set(code, true)
      const provider = await discovered()
      if (iss !== undefined && iss !== provider.configuration.serverMetadata().issuer) throw refused()
      const parameters = { code, state, ...(iss !== undefined && { iss }) }
      const answer = new URL(`${returnUrl}?${new URLSearchParams(parameters).toString()}`)
      try {
        return { ...(await readPerson(provider, answer, attempt, settings.OIDC_GROUPS_CLAIM)), issuer }
      } catch (error) {
        if (isRefusal(error)) throw refused()
        const fault = faultOfToken(error) ?? errorOfProvider(error)
        throw new GatewayError('provider', {
          cause: fault === null ? error : new Error(fault, { cause: error }),
        })
      }
    },
  }
}

type Claims = Record<string, unknown>

/** Related claims are from one document: the first that has them. */
function readIdentity(token: Claims, userInfo: Claims, groupsClaim: string) {
  const documentWith = (claim: string) => [userInfo, token].find((document) => claim in document) ?? {}
  const { email, email_verified } = ClaimsSchema.parse(documentWith('email'))
  const { preferred_username, name, hasgroups, _claim_names } = ClaimsSchema.parse({ ...token, ...userInfo })
  // Some providers send claims as text.
  const isVerified = email_verified === true || email_verified === 'true'
  return {
    email,
    isVerified,
    name: (isVerified ? email : null) ?? preferred_username ?? name,
    groups: names.parse(documentWith(groupsClaim)[groupsClaim]),
    areGroupsLeftOut: hasgroups === true || groupsClaim in (_claim_names ?? {}),
  }
}

export function refused(): RequestError {
  return new RequestError(400, 'This sign-in has expired or was used already: begin again.')
}

const ClaimsDetailSchema = z.record(z.string(), z.unknown())
/** From openid-client, nested in causes. */
const DetailSchema = z.union([
  z.object({ claim: z.string(), claims: ClaimsDetailSchema, now: z.number() }),
  z.object({ header: z.object({ alg: z.string() }), reason: z.string() }).transform(({ header }) => header),
  z.object({ alg: z.string() }),
  z.object({ claims: z.looseObject({ sub: z.unknown() }) }).transform(({ claims }) => ({ sub: claims.sub })),
  z.object({ body: z.looseObject({ sub: z.unknown() }) }).transform(({ body }) => ({ sub: body.sub })),
])

function faultOfToken(error: unknown): string | null {
  const detail = DetailSchema.safeParse(error).data
  if (detail === undefined) return error instanceof Error ? faultOfToken(error.cause) : null
  if ('alg' in detail)
    return `the provider signs its tokens with ${detail.alg}, which is not accepted: let it sign with RS256 or another algorithm with a public key`
  if ('sub' in detail)
    return typeof detail.sub === 'string'
      ? null
      : `the provider names a person by a sub that is a ${typeof detail.sub}, not a text`
  const { claim, claims, now } = detail
  return clockFault(claim, Number(claims[claim]) - now)
}

const clockFault = (claim: string, seconds: number) =>
  `the clocks of the provider and of this server differ: ${claim} of its token is ${Math.abs(Math.round(seconds))} s ${seconds < 0 ? 'ago' : 'from now'}. Set both by NTP`

function errorOfProvider(error: unknown): string | null {
  const { error: reason, error_description: description = '' } = Object(error)
  return typeof reason === 'string' ? `the provider answers ${reason} ${description}`.trim() : null
}

/** A used or expired code, or the nonce of another attempt. Anything else is a fault of provider or settings. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { error: reason } = Object(error)
  const { claim } = Object(error.cause)
  return reason === 'invalid_grant' || claim === 'nonce' || isRefusal(error.cause)
}
