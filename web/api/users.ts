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

/** Who is signed in; null from a foreign backend. */
export const ownUser = queryOptions({
  ...ownQuery('own user', { path: OWN_USER_PATH, schema: OwnUserSchema }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** All users by name. Rejects with an `ApiError` of status 403 if the signed-in user is not an admin, as all calls below do. */
export const userList = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) =>
    (await request.authorized({ path: USERS_PATH, schema: UserListSchema, signal })).users,
})

/** Resolves to the generated password. Rejects with an `ApiError` of status 409 if there is already a user with this name. */
export async function addUser(name: string, role: Role): Promise<string> {
  const body = { name, role }
  return (await request.authorized({ path: USERS_PATH, body, schema: GeneratedPasswordSchema })).password
}

/** Rejects with an `ApiError` of status 409 if this would leave no admin who can sign in. */
export async function changeUser(id: number, body: UserChange): Promise<void> {
  await request.authorized({
    method: 'PATCH',
    path: `${USERS_PATH}/${id}`,
    body,
    schema: ChangedUserSchema,
  })
}

/** Ends a user's sessions, and with `removeKeys` the keys too. Resolves to the generated password. */
export async function resetPassword(id: number, removeKeys: boolean): Promise<string> {
  const path = `${USERS_PATH}/${id}/password`
  return (await request.authorized({ path, body: { removeKeys }, schema: GeneratedPasswordSchema })).password
}
