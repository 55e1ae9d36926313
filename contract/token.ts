import { z } from 'zod'

export const TOKEN_PATH = '/oauth2/token'

/** Fields that the web reads; `expires_in` is in seconds. */
export const TokenAnswerSchema = z.object({ access_token: z.string().min(1), expires_in: z.number() })

const parameter = z.string().min(1).max(4096)

/** Parameters that the organisation's sign-in returns. */
export const ReturnSchema = z.strictObject({ code: parameter, state: parameter, iss: parameter.optional() })
export type Return = z.infer<typeof ReturnSchema>
