import type { FastifyPluginAsync, FastifyRequest } from 'fastify'

import { ORGANISATION_PATH, RETURN_PATH } from '#contract/organisation.ts'
import { ReturnSchema } from '#contract/token.ts'
import type { Tokens } from '#server/auth/tokens.ts'
import type { Users } from '#server/auth/users.ts'
import type { Config } from '#server/config.ts'
import { RequestError } from '#server/errors.ts'
import { parseBody } from '#server/http/request-body.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'
import { createWorkQueue } from '#server/http/work-queue.ts'

import { createAdmission } from './admission.ts'
import { type Attempt, AttemptSchema, createProvider, refused } from './provider.ts'

const COOKIE_LASTS_S = 600
const ALLOWED = {
  code: 'code must be what the sign-in of the organisation gave back.',
  state: 'state must be what the sign-in of the organisation gave back.',
  iss: 'iss must be what the sign-in of the organisation gave back.',
}

/**
 * `GET /oauth2/organisation`: leads to the sign-in of the organisation. It returns to a page of ours, which posts here what it was given. Only the
 * browser that began can end a sign-in: state, nonce and the secret of PKCE are in a cookie that no script and no other site can read or send.
 */
export function createOrganisationRoutes(parts: {
  issuer: string
  config: Config
  users: Users
  tokens: Tokens
}): FastifyPluginAsync {
  const { issuer, config, users, tokens } = parts
  const provider = createProvider(issuer, config)
  const admit = createAdmission(users, config)
  const publicUrl = config.PUBLIC_URL ?? ''
  // With this prefix a browser takes it only from this very host, by HTTPS.
  const [cookie, secure] = publicUrl.startsWith('https:') ? ['__Host-sign-in', '; Secure'] : ['sign-in', '']
  const queue = createWorkQueue({
    maxRunning: 8,
    maxWaiting: 32,
    withinMs: 2000,
    refusal: 'Too many people are signing in; try again in a moment.',
    refusalStatus: 429,
  })

  /** Each for itself: behind a proxy all may have one address. */
  const workOf = ({ id }: FastifyRequest) => ({ owner: id, kind: 'sign-in', roughMs: 100 })
  const setCookie = (value: string, lastsS: number) =>
    `${cookie}=${value}; Path=/; Max-Age=${lastsS}; HttpOnly; SameSite=Strict${secure}`

  function readCookie({ headers }: FastifyRequest): Attempt {
    const sent = (headers.cookie ?? '').split('; ').find((entry) => entry.startsWith(`${cookie}=`))
    try {
      return AttemptSchema.parse(
        JSON.parse(Buffer.from(sent?.slice(cookie.length + 1) ?? '', 'base64url').toString()),
      )
    } catch {
      throw refused()
    }
  }

  return async (server) => {
    server.get(ORGANISATION_PATH, async (request, reply) => {
      try {
        const { url, attempt } = await queue(workOf(request), () => provider.begin())
        const value = Buffer.from(JSON.stringify(attempt)).toString('base64url')
        return await reply.header('set-cookie', setCookie(value, COOKIE_LASTS_S)).redirect(url)
      } catch (error) {
        // A page says so; this answer is opened as one.
        request.log.warn({ err: error }, 'sign-in of the organisation failed')
        return reply.redirect(`${publicUrl}${RETURN_PATH}?error=temporarily_unavailable`)
      }
    })
    server.post(ORGANISATION_PATH, async (request, reply) => {
      const returned = parseBody(ReturnSchema, request.body, ALLOWED)
      reply.header('set-cookie', setCookie('', 0))
      const finish = async () => provider.finish(returned, readCookie(request))
      const identity = await queue(workOf(request), finish).catch((error: unknown) => {
        if (error instanceof RequestError && error.status === 400)
          logSecurityEvent(request, 'sign-in-refused', { reason: 'expired or used' })
        throw error
      })
      const user = await admit(identity, request)
      const answer = await tokens.issue(user.id, user.credentialVersion)
      logSecurityEvent(request, 'signed-in', { user: user.name, by: 'organisation' })
      return answer
    })
  }
}
