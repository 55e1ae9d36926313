import { LRUCache } from 'lru-cache'
import type { ClientAuth } from 'openid-client'
import { z } from 'zod'

import { RETURN_PATH } from '#contract/organisation.ts'
import type { Return } from '#contract/token.ts'
import type { Config } from '#server/config.ts'
import { GatewayError, RequestError } from '#server/errors.ts'

/** Four requests at most fit into the time for an answer. */
const TIMEOUT_S = 2
/** A token may be so far ahead of the clock of this server. */
const CLOCK_TOLERANCE_S = 30
/** Longer than any provider lets a code be used. */
const CODE_LASTS_MS = 600_000

const text = z.string().min(1)

/** Kept by the browser while its user is away at the provider. */
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
  // True where Entra leaves the groups out, because there are too many.
  hasgroups: z.unknown().optional(),
  _claim_names: z.record(z.string(), z.unknown()).optional().catch(undefined),
})

/** A person as the organisation knows them. Only issuer and subject say who it is. */
export interface Identity {
  issuer: string
  subject: string
  email: string | null
  /** True if the provider says that the address is the person's. */
  isVerified: boolean
  name: string
  groups: readonly string[]
  /** True if the provider left the groups out, because they are too many for a token. */
  areGroupsLeftOut: boolean
}

/** An OpenID Connect provider, by the authorization code flow with PKCE. Each rejects with a `GatewayError` if it does not do its part. */
export function createProvider(issuer: string, settings: Config) {
  const returnUrl = `${settings.PUBLIC_URL ?? ''}${RETURN_PATH}`
  const usedCodes = new LRUCache<string, true>({ max: 10_000, ttl: CODE_LASTS_MS })
  let discovering: ReturnType<typeof discover> | null = null

  async function discover() {
    // Loaded only here: most servers never need it.
    const client = await import('openid-client')
    const { OIDC_CLIENT_ID: id = '', OIDC_CLIENT_SECRET: secret } = settings
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

  /** Discovers the provider once. After a failure the next sign-in tries again. */
  function discovered(): ReturnType<typeof discover> {
    discovering ??= discover().catch((error: unknown) => {
      discovering = null
      throw new GatewayError('provider', { cause: error })
    })
    return discovering
  }

  return {
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

    /** The person who has signed in. Rejects with a `RequestError` 400 if this is not the answer to this attempt, or was used already. */
    async finish({ code, state, iss }: Return, attempt: Attempt): Promise<Identity> {
      const parameters = { code, state, ...(iss !== undefined && { iss }) }
      // The provider should refuse a code that was used, but some do not.
      if (usedCodes.has(code)) throw refused()
      usedCodes.set(code, true)
      const { client, configuration } = await discovered()
      try {
        const tokens = await client.authorizationCodeGrant(
          configuration,
          new URL(`${returnUrl}?${new URLSearchParams(parameters).toString()}`),
          {
            expectedState: attempt.state,
            expectedNonce: attempt.nonce,
            pkceCodeVerifier: attempt.codeVerifier,
            idTokenExpected: true,
          },
        )
        const { sub, iat, ...claims } = { sub: '', iat: 0, ...tokens.claims() }
        // Some providers tell address and groups only here.
        const more = configuration.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(configuration, tokens.access_token, sub)
          : {}
        if (!SUBJECT.test(sub))
          throw new Error('the provider names a person by a sub that is not 1 to 255 characters of ASCII')
        const secondsAhead = iat - Date.now() / 1000
        if (secondsAhead > CLOCK_TOLERANCE_S) throw new Error(clockFault('iat', secondsAhead))
        const identity = readIdentity(claims, more, settings.OIDC_GROUPS_CLAIM)
        return { ...identity, issuer, subject: sub, name: identity.name ?? sub }
      } catch (error) {
        const fault = faultOfToken(error)
        if (fault === null && isRefusal(error)) throw refused()
        throw new GatewayError('provider', {
          cause: fault === null ? error : new Error(fault, { cause: error }),
        })
      }
    },
  }
}

type Claims = Record<string, unknown>

/** Reads claims of a person. Claims that only mean something together come from one document: the first that has them. */
function readIdentity(token: Claims, userInfo: Claims, groupsClaim: string) {
  const documentWith = (claim: string) => [userInfo, token].find((document) => claim in document) ?? {}
  const { email, email_verified } = ClaimsSchema.parse(documentWith('email'))
  const { preferred_username, name, hasgroups, _claim_names } = ClaimsSchema.parse({ ...token, ...userInfo })
  const isVerified = email_verified === true
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

/** Codes of openid-client for an answer that belongs to another attempt, or is forged. */
const REFUSALS = new Set(['OAUTH_INVALID_RESPONSE', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'])

/** Details that openid-client gives, as the cause of a cause, about a token with a wrong time or an unsuitable signature. */
const DetailSchema = z.union([
  z.object({ claim: z.string(), claims: z.record(z.string(), z.unknown()), now: z.number() }),
  z.object({ header: z.object({ alg: z.string() }), reason: z.string() }).transform(({ header }) => header),
  z.object({ alg: z.string() }),
])

/** Why a token of the provider cannot be used, and what to do; null for what is not known. */
function faultOfToken(error: unknown): string | null {
  const detail = DetailSchema.safeParse(error).data
  if (detail === undefined) return error instanceof Error ? faultOfToken(error.cause) : null
  if ('alg' in detail)
    return `the provider signs its tokens with ${detail.alg}, which is not accepted: let it sign with RS256 or another algorithm with a public key`
  const { claim, claims, now } = detail
  return clockFault(claim, Number(claims[claim]) - now)
}

const clockFault = (claim: string, seconds: number) =>
  `the clocks of the provider and of this server differ: ${claim} of its token is ${Math.abs(Math.round(seconds))} s ${seconds < 0 ? 'ago' : 'from now'}. Set both by NTP`

/** True if the code, or the state or nonce with it, is refused. Anything else is a fault of the provider or of the settings. */
function isRefusal(error: unknown): boolean {
  const { code, error: reason } = Object(error)
  return REFUSALS.has(code) || reason === 'invalid_grant'
}
