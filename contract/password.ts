import { z } from 'zod'

export const PASSWORD_PATH = '/energia/password'

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
