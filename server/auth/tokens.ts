import { randomBytes } from 'node:crypto'

import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'

import type { Clock } from '#server/clock.ts'
import type { Queryable } from '#server/database/database.ts'

const ISSUER = 'energy-metrics'
const ALGORITHM = 'HS256'
const MAX_TOKEN_LENGTH = 1024
/** The largest `integer` of the database. */
const MAX_USER_ID = 2 ** 31 - 1
const MAX_REMEMBERED = 20_000
/** Between the clocks of several servers. */
const CLOCK_TOLERANCE_MS = 30_000

const SECRET_BYTES = 32

/** Without a given key, one is generated once and stored for all servers of the database. */
export async function readTokenSecret(database: Queryable, given: string | undefined): Promise<Uint8Array> {
  if (given !== undefined) return Buffer.from(given)
  let rows = await database.query<{ value: string }>("SELECT value FROM setting WHERE name = 'token_secret'")
  // Written only if missing: sign-in works on a full disk, too.
  if (rows.length === 0)
    rows = await database.query(
      `INSERT INTO setting AS kept (name, value) VALUES ('token_secret', $1)
       ON CONFLICT (name) DO UPDATE SET value = kept.value RETURNING value`,
      [randomBytes(SECRET_BYTES).toString('base64')],
    )
  const secret = Buffer.from(rows[0]?.value ?? '', 'base64')
  if (secret.length < SECRET_BYTES) throw new Error('The token secret in the database is too short.')
  return secret
}

export type Tokens = ReturnType<typeof createTokens>

const ClaimsSchema = z
  .object({
    sub: z
      .string()
      .regex(/^[1-9]\d{0,9}$/)
      .transform(Number)
      .pipe(z.int().max(MAX_USER_ID)),
    ver: z.int().positive(),
    iat: z.int().positive(),
    exp: z.int().positive(),
  })
  .transform(({ sub, ver, iat, exp }) => ({
    userId: sub,
    credentialVersion: ver,
    issuedAtUtc: iat * 1000,
    expiresAtUtc: exp * 1000,
  }))
type TokenClaims = z.infer<typeof ClaimsSchema>

/** The last letter has unused bits, so several spellings decode alike. */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}

/** Tokens are signed with HS256. Verified tokens are remembered. */
export function createTokens(options: {
  /** At least 32 bytes. Called until it succeeds once. Rejects with a `DatabaseError`. */
  readSecret: () => Promise<Uint8Array>
  lifetimeS: number
  clock: Clock
}) {
  const { readSecret, lifetimeS, clock } = options
  const verified = new LRUCache<string, TokenClaims>({ max: MAX_REMEMBERED })
  let secret: Uint8Array | null = null
  const isCurrent = ({ issuedAtUtc, expiresAtUtc }: TokenClaims) =>
    clock() < expiresAtUtc && issuedAtUtc <= clock() + CLOCK_TOLERANCE_MS

  return {
    /** An OAuth 2.0 answer. Rejects with a `DatabaseError`. */
    async issue(userId: number, credentialVersion: number) {
      secret ??= await readSecret()
      const issuedAtS = Math.floor(clock() / 1000)
      const token = await new SignJWT({ ver: credentialVersion })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setSubject(String(userId))
        .setIssuedAt(issuedAtS)
        .setExpirationTime(issuedAtS + lifetimeS)
        .sign(secret)
      return { access_token: token, token_type: 'Bearer', expires_in: lifetimeS }
    },

    /** `expired` includes tokens of the future, since their callers signed in once. All else is `forged`. */
    async verify(token: string): Promise<TokenClaims | 'expired' | 'forged'> {
      if (token.length > MAX_TOKEN_LENGTH) return 'forged'
      const known = verified.get(token)
      if (known !== undefined) return isCurrent(known) ? known : 'expired'
      if (!isCanonical(token)) return 'forged'
      secret ??= await readSecret()
      // jose checks the times last.
      const claims = await jwtVerify(token, secret, {
        algorithms: [ALGORITHM],
        typ: 'JWT',
        issuer: ISSUER,
        audience: ISSUER,
        requiredClaims: ['sub', 'ver', 'iat', 'exp'],
        currentDate: new Date(clock()),
      })
        .then(({ payload }) => ClaimsSchema.parse(payload))
        .catch((error: unknown) => (error instanceof errors.JWTExpired ? 'expired' : 'forged'))
      if (typeof claims === 'string') return claims
      if (!isCurrent(claims)) return 'expired'
      verified.set(token, claims)
      return claims
    },
  }
}
