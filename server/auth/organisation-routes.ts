import type { FastifyRequest, RouteOptions } from 'fastify'

import { ORGANISATION_PATH, RETURN_PATH } from '#contract/http-names.ts'
import { ReturnSchema } from '#contract/token.ts'
import { MAX_USER_NAME_LENGTH, type Role, userNameKey } from '#contract/users.ts'
import type { Config } from '#server/config.ts'
import { RequestError } from '#server/errors.ts'
import { parseBody } from '#server/http/call.ts'
import { networkOf } from '#server/http/networks.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'
import { createWorkQueue } from '#server/http/work-queue.ts'

import { type Attempt, AttemptSchema, createProvider, type Identity, refused } from './provider.ts'
import type { Tokens } from './tokens.ts'
import type { User, Users } from './users.ts'

/** More people of one name are a mistake. */
const MAX_OF_A_NAME = 20

/** `reason`: for the log. */
function decide(
  { email, isVerified, groups, areGroupsLeftOut }: Identity,
  { OIDC_DOMAINS, OIDC_ADMIN_GROUPS, OIDC_ANALYST_GROUPS }: Config,
): { role: Role } | { reason: string } {
  const isIn = (allowed: readonly string[]) => allowed.some((group) => groups.includes(group))
  const [, domain = ''] = /^[^@]+@([^@]+)$/.exec(email ?? '') ?? []
  const isOfDomain = OIDC_DOMAINS.includes(domain.toLowerCase())
  if (isIn(OIDC_ADMIN_GROUPS)) return { role: 'admin' }
  if (isIn(OIDC_ANALYST_GROUPS) || (isVerified && isOfDomain)) return { role: 'analyst' }
  if (isOfDomain) return { reason: 'the provider does not say that the address is verified (email_verified)' }
  const areGroupsRequired = OIDC_ADMIN_GROUPS.length + OIDC_ANALYST_GROUPS.length > 0
  if (areGroupsRequired && areGroupsLeftOut)
    return { reason: 'the provider left the groups out, because they are too many (overage)' }
  return { reason: 'not allowed' }
}

/** Names to try in turn: a taken name belongs to another user. */
function* namesFor({ name, subject }: Identity): Generator<string> {
  const plain = name
    .replaceAll(/\p{C}/gu, '')
    .trim()
    .slice(0, MAX_USER_NAME_LENGTH - 3)
  const base = userNameKey(plain) === null ? subject.slice(0, 32) : plain
  yield base
  for (let number = 2; number <= MAX_OF_A_NAME; number += 1) yield `${base} ${number}`
}

async function findOrMake(
  users: Users,
  identity: Identity,
  role: Role,
  request: FastifyRequest,
): Promise<User> {
  for (const name of namesFor(identity)) {
    const known = await users.findByIdentity(identity)
    if (known !== null) return known
    if (await users.addFromOrganisation(name, identity, role))
      logSecurityEvent(request, 'user-added', { target: name, role, subject: identity.subject })
  }
  const user = await users.findByIdentity(identity)
  if (user === null) throw new RequestError(409, 'There are too many users with this name.')
  return user
}

const COOKIE_LASTS_S = 600
const REFUSALS = {
  code: 'code must be what the sign-in of the organisation gave back.',
  state: 'state must be what the sign-in of the organisation gave back.',
  iss: 'iss must be what the sign-in of the organisation gave back.',
}

interface OrganisationParts {
  issuer: string
  config: Config
  users: Users
  tokens: Tokens
}

/** With more tabs the oldest attempt is lost. Too many cookies would exceed the limit of headers. */
const MAX_ATTEMPTS = 4

/** Only the browser that began can finish: the secrets are in one cookie per attempt, which no script and no other site can read or send. */
function createAttemptCookies(publicUrl: string) {
  // Browsers accept the prefix only from this very host, by HTTPS.
  const [prefix, secure] = publicUrl.startsWith('https:') ? ['__Host-sign-in-', '; Secure'] : ['sign-in-', '']
  const nameOf = (state: string) => `${prefix}${state.slice(0, 16)}`
  const header = (name: string, value: string, lastsS: number) =>
    `${name}=${value}; Path=/; Max-Age=${lastsS}; HttpOnly; SameSite=Strict${secure}`
  const sentIn = ({ headers }: FastifyRequest) =>
    (headers.cookie ?? '').split('; ').filter((entry) => entry.startsWith(prefix))
  const nameIn = (entry: string) => entry.slice(0, entry.indexOf('='))

  return {
    /** Also removes the oldest of too many cookies. */
    keep(request: FastifyRequest, attempt: Attempt): string[] {
      const surplus = sentIn(request).slice(0, -(MAX_ATTEMPTS - 1))
      const value = Buffer.from(JSON.stringify(attempt)).toString('base64url')
      const own = header(nameOf(attempt.state), value, COOKIE_LASTS_S)
      return [own, ...surplus.map((entry) => header(nameIn(entry), '', 0))]
    },
    remove: (state: string): string => header(nameOf(state), '', 0),
    /** Throws a `RequestError` 400 if the browser has no attempt of this state. */
    read(request: FastifyRequest, state: string): Attempt {
      const sent = sentIn(request).find((entry) => nameIn(entry) === nameOf(state))
      try {
        const value = sent?.slice(sent.indexOf('=') + 1) ?? ''
        return AttemptSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString()))
      } catch {
        throw refused()
      }
    },
  }
}

/** Groups set the role at each sign-in, but the last admin stays admin. */
async function admit(
  { config, users }: OrganisationParts,
  identity: Identity,
  request: FastifyRequest,
): Promise<User> {
  const refuse = (reason: string, user: string | null): never => {
    logSecurityEvent(request, 'sign-in-refused', { user, reason, subject: identity.subject })
    throw new RequestError(403, 'This account of the organisation may not use this server.')
  }
  const decision = decide(identity, config)
  if ('reason' in decision) return refuse(decision.reason, null)
  const { role } = decision
  const user = await findOrMake(users, identity, role, request)
  if (user.isDisabled) refuse('disabled', user.name)
  const areRolesByGroup = config.OIDC_ADMIN_GROUPS.length > 0
  if (areRolesByGroup && user.role !== role && (await users.change(user.id, { role })) === 'done')
    logSecurityEvent(request, 'user-role-changed', { target: user.name, role })
  await users.recordSignIn(user, networkOf(request.ip), user.passwordHash)
  return user
}

/** Not in the OpenAPI document: only a browser on our page can use them. */
export function createOrganisationRoutes(parts: OrganisationParts): RouteOptions[] {
  const { issuer, config, tokens } = parts
  const provider = createProvider(issuer, config)
  // Asked early, so that a slow provider has answered before the first sign-in.
  provider.discovered().catch(() => null)
  const publicUrl = config.PUBLIC_URL ?? ''
  const cookies = createAttemptCookies(publicUrl)
  // Behind a proxy all people may share one address.
  const queue = createWorkQueue({
    maxRunning: 8,
    maxWaiting: 32,
    maxWaitMs: 5000,
    refusal: 'Too many people are signing in; try again in a moment.',
    refusalStatus: 429,
  })

  return [
    {
      method: 'GET',
      url: ORGANISATION_PATH,
      config: { who: 'anyone' },
      async handler(request, reply) {
        try {
          const { url, attempt } = await queue(request.id, () => provider.begin())
          return await reply.header('set-cookie', cookies.keep(request, attempt)).redirect(url)
        } catch (error) {
          // The browser opens this answer as a page, which shows the failure.
          request.log.warn({ err: error }, 'sign-in of the organisation failed')
          return reply.redirect(`${publicUrl}${RETURN_PATH}?error=temporarily_unavailable`)
        }
      },
    },
    {
      method: 'POST',
      url: ORGANISATION_PATH,
      config: { who: 'anyone' },
      async handler(request, reply) {
        const returned = parseBody(ReturnSchema, request.body, REFUSALS)
        reply.header('set-cookie', cookies.remove(returned.state))
        const finish = async () => provider.finish(returned, cookies.read(request, returned.state))
        const identity = await queue(request.id, finish).catch((error: unknown) => {
          if (error instanceof RequestError && error.status === 400)
            logSecurityEvent(request, 'sign-in-refused', { reason: 'expired or used' })
          throw error
        })
        const user = await admit(parts, identity, request)
        const answer = await tokens.issue(user.id, user.credentialVersion)
        logSecurityEvent(request, 'signed-in', { user: user.name, by: 'organisation' })
        return answer
      },
    },
  ]
}
