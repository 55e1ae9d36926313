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

/** For admins: these calls otherwise reject with `ApiError` 403. */
export const userList = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) =>
    request.authorized({ path: USERS_PATH, schema: UserListSchema.transform(({ users }) => users), signal }),
})

const PasswordSchema = GeneratedPasswordSchema.transform(({ password }) => password)

/** Resolves to the generated password. Rejects with `ApiError` 409 if the name is taken. */
export const addUser = (name: string, role: Role) =>
  request.authorized({ path: USERS_PATH, body: { name, role }, schema: PasswordSchema })

/** Rejects with `ApiError` 409 if no admin who can sign in would be left. */
export const changeUser = (id: number, body: UserChange) =>
  request.authorized({ method: 'PATCH', path: `${USERS_PATH}/${id}`, body, schema: ChangedUserSchema })

/** Ends the user's sessions. Resolves to the generated password. */
export const resetPassword = (id: number, removeKeys: boolean) =>
  request.authorized({ path: `${USERS_PATH}/${id}/password`, body: { removeKeys }, schema: PasswordSchema })
