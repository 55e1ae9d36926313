import type { RouteOptions } from 'fastify'

import { TokenAnswerSchema } from '#contract/token.ts'
import {
  ChangedUserSchema,
  GeneratedPasswordSchema,
  MAX_USER_NAME_LENGTH,
  NewPasswordSchema,
  NewUserSchema,
  OWN_USER_PATH,
  OwnUserSchema,
  PASSWORD_PATH,
  ResetPasswordSchema,
  UserChangeSchema,
  UserListSchema,
  userNameKey,
  USERS_PATH,
} from '#contract/users.ts'
import { RequestError } from '#server/errors.ts'
import { call } from '#server/http/call.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'
import { requireFound } from '#server/http/signed-in.ts'

import type { Authenticate } from './authenticate.ts'
import { generatePassword, passwordFault, type Passwords } from './passwords.ts'
import type { Tokens } from './tokens.ts'
import type { User, Users } from './users.ts'

interface UserRoutesParts {
  users: Users
  passwords: Passwords
  authenticate: Authenticate
  tokens: Tokens
}

const REFUSALS = {
  name: `name must be a text of 1 to ${MAX_USER_NAME_LENGTH} printable characters.`,
  current: 'current must be the password that you have.',
  next: 'next must be a text of 8 to 256 characters.',
  role: 'role must be admin or analyst.',
  isDisabled: 'isDisabled must be true or false.',
  removeKeys: 'removeKeys must be true or false.',
}

/** A new password ends all sessions, and is answered with a token. */
function createOwnRoutes({ users, passwords, authenticate, tokens }: UserRoutesParts): RouteOptions[] {
  const own = { who: 'user', refusals: REFUSALS } as const
  return [
    call(
      {
        ...own,
        method: 'GET',
        path: OWN_USER_PATH,
        summary: 'Name and role of the signed-in user',
        answer: OwnUserSchema,
      },
      async ({ user: { id, name, role } }) => {
        const user = await users.findById(id)
        return { name, role, hasPassword: (user?.passwordHash ?? null) !== null }
      },
    ),
    call(
      {
        ...own,
        method: 'POST',
        path: PASSWORD_PATH,
        summary: 'Change the password of the signed-in user, which ends all other sessions',
        body: NewPasswordSchema,
        answer: TokenAnswerSchema,
      },
      async ({ body: { current, next, removeKeys }, user: { id, name }, request }) => {
        const user = await authenticate(name, current, request)
        if (user?.id !== id) throw new RequestError(403, 'The current password is wrong.')
        const fault = await passwordFault(name, next)
        if (fault !== null) throw new RequestError(422, `The new password ${fault}.`)
        const credentialVersion = await users.changePassword(user, await passwords.hash(next), removeKeys)
        logSecurityEvent(request, 'password-changed', { removeKeys })
        return tokens.issue(id, credentialVersion)
      },
    ),
  ]
}

function createAdminRoutes({ users, passwords }: UserRoutesParts): RouteOptions[] {
  const all = { who: 'admin', refusals: REFUSALS, path: USERS_PATH } as const
  const one = { ...all, path: `${USERS_PATH}/:id` } as const

  async function findUser(id: string): Promise<User> {
    return requireFound(/^[1-9]\d{0,8}$/.test(id) && (await users.findById(Number(id))), 'user')
  }
  return [
    call({ ...all, method: 'GET', summary: 'All users', answer: UserListSchema }, async () => ({
      users: await users.list(),
    })),
    call(
      {
        ...all,
        method: 'POST',
        summary: 'Add a user; the generated password is only in this answer',
        body: NewUserSchema,
        answer: GeneratedPasswordSchema,
      },
      async ({ body: { name, role }, user, request }) => {
        if (userNameKey(name) === null) throw new RequestError(400, REFUSALS.name)
        const password = generatePassword()
        if (!(await users.add(name, await passwords.hash(password), role, user)))
          throw new RequestError(409, 'There is already a user with this name.')
        logSecurityEvent(request, 'user-added', { target: name.trim(), role })
        return { password }
      },
    ),
    call(
      {
        ...one,
        method: 'PATCH',
        summary: 'Change the role of a user, disable or enable one',
        body: UserChangeSchema,
        answer: ChangedUserSchema,
      },
      async ({ id: written, body: change, user, request }) => {
        const target = await findUser(written)
        const outcome = await users.change(target.id, change, user)
        if (outcome === 'last admin')
          throw new RequestError(409, 'This is the last admin who can sign in: make another one first.')
        requireFound(outcome !== 'unknown', 'user')
        const { name, role, isDisabled } = target
        if (change.role !== undefined && change.role !== role)
          logSecurityEvent(request, 'user-role-changed', { target: name, role: change.role })
        if (change.isDisabled !== undefined && change.isDisabled !== isDisabled)
          logSecurityEvent(request, change.isDisabled ? 'user-disabled' : 'user-enabled', { target: name })
        return { id: target.id }
      },
    ),
    call(
      {
        ...one,
        path: `${one.path}/password`,
        method: 'POST',
        summary: 'Reset a user’s password to a generated one, which ends all the user’s sessions',
        body: ResetPasswordSchema,
        answer: GeneratedPasswordSchema,
      },
      async ({ id: written, body: { removeKeys }, user, request }) => {
        const target = await findUser(written)
        // A stolen session must not suffice to keep the account.
        if (target.id === user.id)
          throw new RequestError(409, 'Change your own password with the current one, on your account page.')
        if (target.passwordHash === null)
          throw new RequestError(409, 'This user uses single sign-on and has no password here.')
        const password = generatePassword()
        const passwordHash = await passwords.hash(password)
        requireFound(await users.resetPassword(target.id, passwordHash, removeKeys, user), 'user')
        logSecurityEvent(request, 'user-password-reset', { target: target.name, removeKeys })
        return { password }
      },
    ),
  ]
}

export const createUserRoutes = (parts: UserRoutesParts): RouteOptions[] => [
  ...createOwnRoutes(parts),
  ...createAdminRoutes(parts),
]
