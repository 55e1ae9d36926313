import { PASSWORD_PATH } from '#contract/password.ts'
import { TokenAnswerSchema } from '#contract/token.ts'

import { request } from './browser-request.ts'
import { session } from './browser-session.ts'

/**
 * Changes the user's password. This session goes on with a new token, all others end. Rejects with an `ApiError`: 403 if the
 * current password is wrong, 422 if the next one is easy to guess.
 */
export async function changePassword(current: string, next: string): Promise<void> {
  const token = await request.authorized({
    path: PASSWORD_PATH,
    body: { current, next },
    schema: TokenAnswerSchema,
  })
  session.start(token.access_token, token.expires_in)
}
