import { z } from 'zod'

import { TOKEN_PATH, TokenAnswerSchema } from '#contract/token.ts'
import { withBasePath } from '#web/ui/base-path.ts'

import { ApiError, MESSAGES } from './api-error.ts'
import { type Fetch, fetchAnswer, readRetryAfterS } from './request.ts'
import { type Session, session } from './session.ts'

/** Other backends may write the seconds as text. */
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

export function createSignIn(context: { session: Pick<Session, 'start'>; fetch: Fetch }) {
  /** Starts a session. Rejects with an `ApiError` that has a message of the error catalogue. */
  return async function signIn({ username, password }: Credentials): Promise<void> {
    if (username === '' || password === '') throw new ApiError(MESSAGES.emptyCredentials)
    const answer = await fetchAnswer(
      context.fetch,
      { path: TOKEN_PATH },
      { method: 'POST', body: new URLSearchParams({ username, password }) },
    ).catch((error: unknown) => {
      throw new ApiError(MESSAGES.signInFailed, { cause: error })
    })
    if (!answer.ok) {
      const message = answer.status === 401 ? MESSAGES.wrongCredentials : MESSAGES.signInStatus(answer.status)
      throw new ApiError(message, { status: answer.status, retryAfterS: readRetryAfterS(answer) })
    }
    const token = AnswerSchema.safeParse(await answer.json().catch(() => null))
    if (!token.success) throw new ApiError(MESSAGES.noToken, { status: answer.status })
    if (!context.session.start(token.data.access_token, token.data.expires_in))
      throw new ApiError(MESSAGES.unusableToken, { status: answer.status })
  }
}

export const signIn = createSignIn({ session, fetch: (path, init) => fetch(withBasePath(path), init) })
