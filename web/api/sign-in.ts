import { z } from 'zod'

import { ORGANISATION_PATH } from '#contract/http-names.ts'
import { TOKEN_PATH, TokenAnswerSchema } from '#contract/token.ts'

import { ApiError, MESSAGES } from './api-error.ts'
import { fetchAnswer, readRetryAfterS, request } from './request.ts'
import { session } from './session.ts'

/** Other backends may send seconds as text. */
const AnswerSchema = TokenAnswerSchema.extend({
  expires_in: z.number().or(
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number),
  ),
})

export interface Credentials {
  username: string
  password: string
}

export async function signIn({ username, password }: Credentials): Promise<void> {
  if (username === '' || password === '') throw new ApiError(MESSAGES.emptyCredentials)
  const body = new URLSearchParams({ username, password })
  const answer = await fetchAnswer(TOKEN_PATH, { method: 'POST', body }).catch((error: unknown) => {
    throw new ApiError(MESSAGES.signInFailed, { cause: error })
  })
  if (!answer.ok) {
    const message = answer.status === 401 ? MESSAGES.wrongCredentials : MESSAGES.signInStatus(answer.status)
    throw new ApiError(message, { status: answer.status, retryAfterS: readRetryAfterS(answer) })
  }
  const token = AnswerSchema.safeParse(await answer.json().catch(() => null))
  if (!token.success) throw new ApiError(MESSAGES.noToken, { status: answer.status })
  if (!session.start(token.data.access_token, token.data.expires_in))
    throw new ApiError(MESSAGES.unusableToken, { status: answer.status })
}

/** Starts a session after single sign-on. Rejects with `ApiError` 403 if this person may not use the server. */
export async function finishSignIn(returned: object): Promise<void> {
  const token = await request.open({ path: ORGANISATION_PATH, body: returned, schema: TokenAnswerSchema })
  session.start(token.access_token, token.expires_in)
}
