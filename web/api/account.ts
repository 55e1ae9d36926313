import {
  AlertEntrySchema,
  AlertListSchema,
  ALERTS_PATH,
  MadeAlertSchema,
  type NewAlert,
  TestedAlertSchema,
} from '#contract/alerts.ts'
import { KeyListSchema, KEYS_PATH, MadeKeySchema } from '#contract/keys.ts'
import { TokenAnswerSchema } from '#contract/token.ts'
import { ChangedUploadSchema, UploadListSchema, UPLOADS_PATH } from '#contract/uploads.ts'
import { PASSWORD_PATH } from '#contract/users.ts'

import { request } from './request.ts'
import { session } from './session.ts'
import { ownQuery, remover } from './settings.ts'

export const keyList = ownQuery('keys', {
  path: KEYS_PATH,
  schema: KeyListSchema.transform(({ keys }) => keys),
})

/** Rejects with `ApiError` 409 if the name is taken or the user has the maximum number. */
export const makeKey = (name: string, canUpload: boolean) =>
  request.authorized({ path: KEYS_PATH, body: { name, canUpload }, schema: MadeKeySchema })

export const removeKey = remover(KEYS_PATH)

export const uploadList = ownQuery('uploads', {
  path: UPLOADS_PATH,
  schema: UploadListSchema.transform(({ forecasts }) => forecasts),
})

/** Sets whether the final forecast uses an upload; admins only. */
export const setUploadInput = (id: string, isInput: boolean) =>
  request.authorized({
    method: 'PATCH',
    path: `${UPLOADS_PATH}/${id}`,
    body: { is_input: isInput },
    schema: ChangedUploadSchema,
  })

export const removeUpload = remover(UPLOADS_PATH)

const alertPath = (id: string) => `${ALERTS_PATH}/${encodeURIComponent(id)}`

/** The user's alerts by name, and the allowed hosts; `null` from another backend. */
export const alertList = ownQuery('alerts', { path: ALERTS_PATH, schema: AlertListSchema })

/** Rejects with `ApiError` 409 if the name is taken or the user has the maximum number. */
export const makeAlert = (body: NewAlert) =>
  request.authorized({ path: ALERTS_PATH, body, schema: MadeAlertSchema })

export const changeAlert = (id: string, body: NewAlert) =>
  request.authorized({ method: 'PATCH', path: alertPath(id), body, schema: AlertEntrySchema })

/** Resolves to the failure of a test message; `null` if the receiver accepted it. */
export const testAlert = (id: string) =>
  request.authorized({
    path: `${alertPath(id)}/test`,
    body: {},
    schema: TestedAlertSchema.transform(({ failure }) => failure),
  })

export const removeAlert = remover(ALERTS_PATH)

/**
 * Continues this session with a new token and ends all others. Rejects with `ApiError`: 403 if `current` is wrong, 422 if `next` is easy to
 * guess.
 */
export async function changePassword(current: string, next: string, removeKeys: boolean): Promise<void> {
  const token = await request.authorized({
    path: PASSWORD_PATH,
    body: { current, next, removeKeys },
    schema: TokenAnswerSchema,
  })
  session.start(token.access_token, token.expires_in)
}
