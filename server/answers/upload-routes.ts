import { Readable } from 'node:stream'

import type { RouteOptions } from 'fastify'

import { RemovedSchema } from '#contract/given-name.ts'
import { MINUTE_MS } from '#contract/time.ts'
import {
  ChangedUploadSchema,
  CSV_TYPE,
  MAX_UPLOAD_BYTES,
  UPLOAD_NAME_RULE,
  UploadedSchema,
  UploadInputSchema,
  uploadLabel,
  UploadListSchema,
  UploadQuerySchema,
  UploadRowSchema,
  UPLOADS_PATH,
} from '#contract/uploads.ts'
import type { Clock } from '#server/clock.ts'
import { RequestError } from '#server/errors.ts'
import { call } from '#server/http/call.ts'
import type { SignedIn } from '#server/http/signed-in.ts'
import { createUnderWay } from '#server/http/under-way.ts'
import type { UploadStore } from '#server/series/uploads/upload-store.ts'
import { CsvError } from '#server/sources/csv/format.ts'
import { readUpload } from '#server/sources/csv/read-upload.ts'

interface UploadRoutesParts extends SignedIn {
  uploads: UploadStore
  clock: Clock
}

const MAX_PER_MINUTE = 10

/** `/api/v1/forecasts`: forecasts that users upload, beside ours. */
export function createUploadRoutes({ uploads, clock, asUser }: UploadRoutesParts): RouteOptions[] {
  const begin = createUnderWay(
    MAX_PER_MINUTE,
    `You have uploaded ${MAX_PER_MINUTE} times within a minute; wait a moment.`,
  )
  const all = { path: UPLOADS_PATH, who: 'uploader' } as const
  const one = { ...all, path: `${UPLOADS_PATH}/:id`, noun: 'uploaded forecast' } as const
  return [
    call(
      {
        ...all,
        method: 'POST',
        summary: `Upload a forecast as CSV, at most ${MAX_UPLOAD_BYTES / 1_000_000} MB and ${MAX_PER_MINUTE} times a minute; with a bad row nothing is stored`,
        parameters: UploadQuerySchema,
        body: UploadRowSchema,
        bodyType: CSV_TYPE,
        answer: UploadedSchema,
        refusals: { name: UPLOAD_NAME_RULE },
      },
      async ({ parameters, user, request: { body } }) => {
        if (typeof body !== 'string')
          throw new RequestError(415, `The body must be CSV, of type ${CSV_TYPE}.`)
        setTimeout(begin(user.id), MINUTE_MS).unref()
        const { values, versions } = await readUpload(Readable.from([body]), clock()).catch(
          (error: unknown) => {
            throw error instanceof CsvError
              ? new RequestError(400, `Nothing is stored: ${error.message}`)
              : error
          },
        )
        const id = await asUser(user, (connection) =>
          uploads.write(connection, user.id, parameters, versions),
        )
        return { id, label: uploadLabel(parameters.name, user.name), values }
      },
      { bodyLimit: MAX_UPLOAD_BYTES },
    ),
    call(
      {
        ...all,
        method: 'GET',
        who: 'reader',
        summary: 'The uploaded forecasts that the user may see',
        answer: UploadListSchema,
      },
      async ({ user }) => ({ forecasts: await uploads.list(user.id) }),
    ),
    call(
      {
        ...one,
        method: 'PATCH',
        who: 'admin',
        summary: 'Let the final use an uploaded forecast of all users from its next run on, or no longer',
        body: UploadInputSchema,
        answer: ChangedUploadSchema,
      },
      async ({ id, body }) => {
        await uploads.setInput(id, body.is_input)
        return { id, ...body }
      },
    ),
    call(
      { ...one, method: 'DELETE', summary: 'Delete an uploaded forecast of the user', answer: RemovedSchema },
      async ({ id, user }) => {
        await uploads.remove(user.id, id)
        return { id }
      },
    ),
  ]
}
