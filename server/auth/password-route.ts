import type { FastifyPluginAsync, preHandlerAsyncHookHandler } from 'fastify'

import { NewPasswordSchema, PASSWORD_PATH } from '#contract/password.ts'
import { RequestError } from '#server/errors.ts'
import { parseBody } from '#server/http/request-body.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'

import type { Authenticate } from './authenticate.ts'
import { passwordFault, type Passwords } from './passwords.ts'
import { userOf } from './require-user.ts'
import { answerWithToken, type Tokens } from './tokens.ts'
import type { Users } from './users.ts'

const ALLOWED = {
  current: 'current must be the password that you have.',
  next: 'next must be a text of 8 to 256 characters.',
  removeKeys: 'removeKeys must be true or false.',
}

export interface PasswordRouteParts {
  users: Users
  passwords: Passwords
  authenticate: Authenticate
  tokens: Tokens
  requireUser: preHandlerAsyncHookHandler
}

/** `POST /energia/password`: a new password for the signed-in user. Ends all sessions of the user, on request also the keys, and answers with a new token. */
export function createPasswordRoute(parts: PasswordRouteParts): FastifyPluginAsync {
  const { users, passwords, authenticate, tokens, requireUser } = parts

  return async (server) => {
    server.post(PASSWORD_PATH, { preHandler: requireUser }, async (request) => {
      const { current, next, removeKeys } = parseBody(NewPasswordSchema, request.body, ALLOWED)
      const { id, name } = userOf(request)
      const user = await authenticate({ name, password: current, request })
      if (user?.id !== id) throw new RequestError(403, 'The current password is wrong.')
      const fault = await passwordFault(name, next)
      if (fault !== null) throw new RequestError(422, `The new password ${fault}.`)
      const credentialVersion = await users.changePassword(user, await passwords.hash(next), removeKeys)
      logSecurityEvent(request, 'password-changed', { removeKeys })
      return answerWithToken(tokens, id, credentialVersion)
    })
  }
}
