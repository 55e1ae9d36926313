import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

import { TOKEN_PATH } from '#contract/token.ts'
import { createErrorHandler, RequestError, type Failure } from '#server/errors.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'

import type { Authenticate } from './authenticate.ts'
import type { Tokens } from './tokens.ts'

const BODY_LIMIT_BYTES = 4096

/** A refusal with an error code of RFC 6749, section 5.2. */
class TokenError extends RequestError {
  readonly code: string

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(status, message, headers)
    this.code = code
  }
}

/** The error answer of RFC 6749. An error without its own code is a fault of the request or of the server. */
function toTokenErrorBody({ error, status, sentence }: Failure): object {
  const isForNow = status === 429 || status === 503
  const fallback = isForNow ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'invalid_request'
  return { error: error instanceof TokenError ? error.code : fallback, error_description: sentence }
}

/** The value of a parameter, or `null`. A repeated parameter is refused. */
function single(form: URLSearchParams, name: string): string | null {
  const values = form.getAll(name)
  if (values.length > 1)
    throw new TokenError(400, 'invalid_request', `The parameter ${name} appears more than once.`)
  return values[0] ?? null
}

function readCredentials(body: unknown): { username: string; password: string } {
  if (!(body instanceof URLSearchParams))
    throw new TokenError(400, 'invalid_request', 'Send a form with username and password.')
  const grantType = single(body, 'grant_type')
  if (grantType !== null && grantType !== 'password')
    throw new TokenError(400, 'unsupported_grant_type', 'The only supported grant type is password.')
  const username = single(body, 'username')
  const password = single(body, 'password')
  if (!username || !password)
    throw new TokenError(400, 'invalid_request', 'Both username and password are required.')
  return { username, password }
}

function acceptFormsOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  )
}

/** `POST /oauth2/token`: a token for a user name and password. An unknown user and a wrong password get the same answer. */
export function createTokenRoute(tokens: Tokens, authenticate: Authenticate): FastifyPluginAsync {
  return async (app) => {
    acceptFormsOnly(app)
    app.setErrorHandler(createErrorHandler(toTokenErrorBody))
    app.post(TOKEN_PATH, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
      const { username, password } = readCredentials(request.body)
      const user = await authenticate({ name: username, password, request })
      if (user === null) {
        throw new TokenError(401, 'invalid_grant', 'Invalid username or password.', {
          'www-authenticate': 'Bearer',
        })
      }
      const answer = await tokens.issue(user.id, user.credentialVersion)
      logSecurityEvent(request, 'signed-in', { user: user.name })
      return reply.send(answer)
    })
  }
}
