import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import { NewPasswordSchema, PASSWORD_PATH } from '#contract/password.ts'
import {
  MAX_USER_NAME_LENGTH,
  NewUserSchema,
  OWN_USER_PATH,
  ResetPasswordSchema,
  UserChangeSchema,
  userNameKey,
  USERS_PATH,
} from '#contract/users.ts'
import { RequestError } from '#server/errors.ts'
import { parseBody } from '#server/http/request-body.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'
import { type One, type RequestCheck, requireFound, userOf } from '#server/http/signed-in.ts'

import type { Authenticate } from './authenticate.ts'
import { generatePassword, passwordFault, type Passwords } from './passwords.ts'
import { adminsOnly } from './require-user.ts'
import type { Tokens } from './tokens.ts'
import type { User, Users } from './users.ts'

const ALLOWED = {
  name: `name must be a text of 1 to ${MAX_USER_NAME_LENGTH} printable characters.`,
  current: 'current must be the password that you have.',
  next: 'next must be a text of 8 to 256 characters.',
  role: 'role must be admin or analyst.',
  isDisabled: 'isDisabled must be true or false.',
  removeKeys: 'removeKeys must be true or false.',
}

/** Who is signed in, what admins do with users, and a new password for the signed-in user, which ends all sessions and is answered with a token. */
export function createUserRoutes(parts: {
  users: Users
  passwords: Passwords
  authenticate: Authenticate
  tokens: Tokens
  requireUser: RequestCheck
}): FastifyPluginAsync {
  const { users, passwords, authenticate, tokens, requireUser } = parts
  const guarded = { preHandler: requireAdmin }
  const one = `${USERS_PATH}/:id`

  async function requireAdmin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await requireUser(request, reply)
    if (userOf(request).role === 'admin') return
    logSecurityEvent(request, 'access-refused', { reason: 'not an admin' })
    throw adminsOnly()
  }

  async function findUser({ params }: FastifyRequest<One>): Promise<User> {
    return requireFound(/^[1-9]\d{0,8}$/.test(params.id) && (await users.findById(Number(params.id))), 'user')
  }

  return async (server) => {
    server.get(OWN_USER_PATH, { preHandler: requireUser }, async (request) => {
      const { id, name, role } = userOf(request)
      const user = await users.findById(id)
      return { name, role, hasPassword: (user?.passwordHash ?? null) !== null }
    })
    server.post(PASSWORD_PATH, { preHandler: requireUser }, async (request) => {
      const { current, next, removeKeys } = parseBody(NewPasswordSchema, request.body, ALLOWED)
      const { id, name } = userOf(request)
      const user = await authenticate(name, current, request)
      if (user?.id !== id) throw new RequestError(403, 'The current password is wrong.')
      const fault = await passwordFault(name, next)
      if (fault !== null) throw new RequestError(422, `The new password ${fault}.`)
      const credentialVersion = await users.changePassword(user, await passwords.hash(next), removeKeys)
      logSecurityEvent(request, 'password-changed', { removeKeys })
      return tokens.issue(id, credentialVersion)
    })
    server.get(USERS_PATH, guarded, async () => ({ users: await users.list() }))
    server.post(USERS_PATH, guarded, async (request) => {
      const { name, role } = parseBody(NewUserSchema, request.body, ALLOWED)
      if (userNameKey(name) === null) throw new RequestError(400, ALLOWED.name)
      const password = generatePassword()
      if (!(await users.add(name, await passwords.hash(password), role, userOf(request))))
        throw new RequestError(409, 'There is already a user with this name.')
      logSecurityEvent(request, 'user-added', { target: name.trim(), role })
      return { password }
    })
    server.patch<One>(one, guarded, async (request) => {
      const change = parseBody(UserChangeSchema, request.body, ALLOWED)
      const { id, name, role, isDisabled } = await findUser(request)
      const outcome = await users.change(id, change, userOf(request))
      if (outcome === 'last admin')
        throw new RequestError(409, 'This is the last admin who can sign in: make another one first.')
      requireFound(outcome !== 'unknown', 'user')
      if (change.role !== undefined && change.role !== role)
        logSecurityEvent(request, 'user-role-changed', { target: name, role: change.role })
      if (change.isDisabled !== undefined && change.isDisabled !== isDisabled)
        logSecurityEvent(request, change.isDisabled ? 'user-disabled' : 'user-enabled', { target: name })
      return { id }
    })
    server.post<One>(`${one}/password`, guarded, async (request) => {
      const { removeKeys } = parseBody(ResetPasswordSchema, request.body, ALLOWED)
      const { id, name, passwordHash } = await findUser(request)
      // A stolen session must not be enough to keep the account.
      if (id === userOf(request).id)
        throw new RequestError(409, 'Change your own password with the current one, on your account page.')
      if (passwordHash === null)
        throw new RequestError(409, 'This user signs in with the organisation and has no password here.')
      const password = generatePassword()
      const hash = await passwords.hash(password)
      requireFound(await users.resetPassword(id, hash, removeKeys, userOf(request)), 'user')
      logSecurityEvent(request, 'user-password-reset', { target: name, removeKeys })
      return { password }
    })
  }
}
