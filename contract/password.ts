import { z } from 'zod'

export const PASSWORD_PATH = '/energia/password'

/** Characters, as a reader counts them. */
export const LONGEST_PASSWORD = 256

/** A new password, and the one that the user has. */
export const NewPasswordSchema = z.strictObject({
  current: z.string().min(1).max(1024),
  // oxlint-disable-next-line typescript/no-misused-spread -- code points are what is counted
  next: z
    .string()
    .min(1)
    .max(1024)
    .refine((text) => [...text].length <= LONGEST_PASSWORD),
})
