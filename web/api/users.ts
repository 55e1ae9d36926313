import { queryOptions } from '@tanstack/react-query'

import {
  ChangedUserSchema,
  GeneratedPasswordSchema,
  OWN_USER_PATH,
  OwnUserSchema,
  type Role,
  type UserChange,
  UserListSchema,
  USERS_PATH,
} from '#contract/users.ts'

import { request } from './request.ts'
import { ownQuery } from './settings.ts'

export const ownUser = queryOptions({
  ...ownQuery('own user', { path: OWN_USER_PATH, schema: OwnUserSchema }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** All users by name. Rejects with an `ApiError` of status 403 if the signed-in user is not an admin, as all calls below do. */
export const userList = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) =>
    request.authorized({ path: USERS_PATH, schema: UserListSchema.transform(({ users }) => users), signal }),
})

const PasswordSchema = GeneratedPasswordSchema.transform(({ password }) => password)

/** Resolves to the generated password. Rejects with an `ApiError` of status 409 if there is already a user with this name. */
export const addUser = (name: string, role: Role) =>
  request.authorized({ path: USERS_PATH, body: { name, role }, schema: PasswordSchema })

/** Rejects with an `ApiError` of status 409 if this would leave no admin who can sign in. */
export const changeUser = (id: number, body: UserChange) =>
  request.authorized({ method: 'PATCH', path: `${USERS_PATH}/${id}`, body, schema: ChangedUserSchema })

/** Ends a user's sessions, and with `removeKeys` the keys too. Resolves to the generated password. */
export const resetPassword = (id: number, removeKeys: boolean) =>
  request.authorized({ path: `${USERS_PATH}/${id}/password`, body: { removeKeys }, schema: PasswordSchema })
