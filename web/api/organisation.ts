import { ORGANISATION_PATH } from '#contract/organisation.ts'
import { TokenAnswerSchema } from '#contract/token.ts'

import { request } from './request.ts'
import { session } from './session.ts'

/** Starts a session with what the sign-in of the organisation gave back. Rejects with an `ApiError`: 403 if this person may not use the server. */
export async function finishSignIn(returned: object): Promise<void> {
  const token = await request.open({ path: ORGANISATION_PATH, body: returned, schema: TokenAnswerSchema })
  session.start(token.access_token, token.expires_in)
}
