import { z } from 'zod'

export const OWN_USER_PATH = '/energia/user'
export const USERS_PATH = '/energia/users'
export const PASSWORD_PATH = '/energia/password'

/** Limit of an e-mail address. */
export const MAX_USER_NAME_LENGTH = 254

/** One key for all spellings: `Ｊane ` and `jane` are one account. `null` if it cannot be a name. */
export function userNameKey(name: string): string | null {
  const key = name.normalize('NFKC').trim().toLowerCase()
  const isName = key.length > 0 && key.length <= MAX_USER_NAME_LENGTH && !/\p{C}/u.test(key)
  return isName ? key : null
}

export const RoleSchema = z.enum(['admin', 'analyst'])
export type Role = z.infer<typeof RoleSchema>

/** Without a password, users sign in with the organisation. */
export const OwnUserSchema = z.object({ name: z.string(), role: RoleSchema, hasPassword: z.boolean() })

/** Unicode characters. */
export const MAX_PASSWORD_LENGTH = 256

/** `removeKeys` also revokes the user's keys. */
export const NewPasswordSchema = z.strictObject({
  current: z.string().min(1).max(1024),
  next: z
    .string()
    .min(1)
    .max(1024)
    .refine((text) => Array.from(text).length <= MAX_PASSWORD_LENGTH),
  removeKeys: z.boolean().default(false),
})

const instant = z.iso.datetime()

export const UserEntrySchema = OwnUserSchema.extend({
  id: z.int(),
  /** Cannot sign in; tokens, keys and alerts have no effect. */
  isDisabled: z.boolean(),
  keys: z.int(),
  createdAt: instant,
  lastSignInAt: instant.nullable(),
})
export type UserEntry = z.infer<typeof UserEntrySchema>

export const UserListSchema = z.object({ users: z.array(UserEntrySchema) })

export const NewUserSchema = z.strictObject({ name: z.string(), role: RoleSchema })

export const UserChangeSchema = z.strictObject({
  role: RoleSchema.optional(),
  isDisabled: z.boolean().optional(),
})
export type UserChange = z.infer<typeof UserChangeSchema>

export const ChangedUserSchema = z.object({ id: z.int() })

export const ResetPasswordSchema = z.strictObject({ removeKeys: z.boolean() })

/** The password is shown only once. */
export const GeneratedPasswordSchema = z.object({ password: z.string() })
