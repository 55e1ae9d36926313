import { z } from 'zod'

export const OWN_USER_PATH = '/energia/user'
export const USERS_PATH = '/energia/users'

/** As long as an e-mail address can be. */
export const MAX_USER_NAME_LENGTH = 254

/** The key that all spellings of a user name share: `Ｊane ` and `jane` are the same account. `null` for a text that cannot be a name. */
export function userNameKey(name: string): string | null {
  const key = name.normalize('NFKC').trim().toLowerCase()
  const isName = key.length > 0 && key.length <= MAX_USER_NAME_LENGTH && !/\p{C}/u.test(key)
  return isName ? key : null
}

/** An admin can do what an analyst can, and manages the users. */
export const RoleSchema = z.enum(['admin', 'analyst'])
export type Role = z.infer<typeof RoleSchema>

/** The signed-in user. One without a password signs in with the organisation. */
export const OwnUserSchema = z.object({ name: z.string(), role: RoleSchema, hasPassword: z.boolean() })

const instant = z.iso.datetime()

/** A user as admins see one; instants are UTC, RFC 3339. */
export const UserEntrySchema = OwnUserSchema.extend({
  id: z.int(),
  /** A disabled user cannot sign in, and tokens, keys and alerts do nothing. */
  isDisabled: z.boolean(),
  /** How many keys the user has. */
  keys: z.int(),
  createdAt: instant,
  lastSignInAt: instant.nullable(),
})
export type UserEntry = z.infer<typeof UserEntrySchema>

/** All users, by name. */
export const UserListSchema = z.object({ users: z.array(UserEntrySchema) })

export const NewUserSchema = z.strictObject({ name: z.string(), role: RoleSchema })

export const UserChangeSchema = z.strictObject({
  role: RoleSchema.optional(),
  isDisabled: z.boolean().optional(),
})
export type UserChange = z.infer<typeof UserChangeSchema>

export const ChangedUserSchema = z.object({ id: z.int() })

export const ResetPasswordSchema = z.strictObject({ removeKeys: z.boolean() })

/** A generated password, which is shown this once. */
export const GeneratedPasswordSchema = z.object({ password: z.string() })
