import type { RouteOptions } from 'fastify'

import { RemovedSchema } from '#contract/owned-rows.ts'
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
import { RequestError, SourceError, unacceptedType } from '#server/errors.ts'
import { readRunMoments } from '#server/forecast/runs/kept/read-runs.ts'
import { type Asked, call } from '#server/http/call.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'
import { requireFound, type SignedIn } from '#server/http/signed-in.ts'
import { createUnderWay } from '#server/http/under-way.ts'
import { createWorkQueue } from '#server/http/work-queue.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import type { UploadStore } from '#server/series/store/upload-store.ts'
import { CsvError } from '#server/sources/csv/format.ts'
import { checkUpload, readUploadText } from '#server/sources/csv/read-upload.ts'
import { createDocumentReader } from '#server/sources/document-thread.ts'

interface UploadRoutesParts extends SignedIn {
  uploads: UploadStore
  series: SeriesStore
  clock: Clock
  countWaiting: (queue: string) => (count: number) => void
}

const MAX_PER_MINUTE = 10
/** Enough for all uploads of a minute in a row on a busy machine. */
const UPLOAD_WITHIN_MS = 25_000
const MAX_READING_MS = 20_000
const MAX_USERS_AT_ONCE = 2
const MAX_WAITING = 60

const all = { path: UPLOADS_PATH, who: 'uploader' } as const
const one = { ...all, path: `${UPLOADS_PATH}/:id`, noun: 'uploaded forecast' } as const

export function createUploadRoutes(parts: UploadRoutesParts): RouteOptions[] {
  const { uploads } = parts
  return [
    createUploadRoute(parts),
    call(
      {
        ...all,
        method: 'GET',
        who: 'reader',
        summary: 'Uploaded forecasts visible to the user',
        answer: UploadListSchema,
      },
      async ({ user }) => ({ forecasts: await uploads.list(user.id) }),
    ),
    call(
      {
        ...one,
        method: 'PATCH',
        who: 'admin',
        summary:
          'Let the final forecast use an upload visible to all, from its next run on, or stop using it',
        body: UploadInputSchema,
        answer: ChangedUploadSchema,
      },
      async ({ id, body }) => {
        requireFound(await uploads.setInput(id, body.is_input), `${one.noun} that all users see`)
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

function createUploadRoute({
  uploads,
  series,
  clock,
  asUser,
  countWaiting,
}: UploadRoutesParts): RouteOptions {
  const begin = createUnderWay(
    MAX_PER_MINUTE,
    `You have uploaded ${MAX_PER_MINUTE} times within a minute; wait a moment.`,
  )
  const queue = createWorkQueue({
    maxRunning: MAX_USERS_AT_ONCE,
    maxRunningOfOwner: 1,
    maxWaiting: MAX_WAITING,
    maxWaitMs: UPLOAD_WITHIN_MS / 2,
    refusal: 'Too many uploads are waiting; try again in a moment.',
    onWaiting: countWaiting('uploads'),
  })
  const read = createDocumentReader('The upload', 'upload', readUploadText, MAX_READING_MS)

  async function storeUpload({
    parameters,
    user,
    request,
  }: Asked<typeof UploadQuerySchema, typeof UploadRowSchema>) {
    const { name, visible_to, unit } = parameters
    const nowUtc = clock()
    const upload = await read(String(request.body), nowUtc).catch((error: unknown) => {
      throw error instanceof SourceError
        ? new RequestError(503, 'The upload took too long to read; try again in a moment.')
        : error
    })
    if ('problem' in upload) throw new CsvError(null, upload.problem)
    await checkUpload(upload, series, unit === 'checked' ? null : 'send it with unit=checked')
    const { values, versions, notes } = upload
    const { id, hasEnded } = await asUser(user, (connection) =>
      uploads.write(connection, user.id, {
        name,
        visible_to,
        versions,
        nowUtc,
        receivedUtc: nowUtc,
        readMoments: readRunMoments,
      }),
    )
    const label = uploadLabel(name, user.name)
    if (hasEnded) logSecurityEvent(request, 'forecast-rewritten', { target: label })
    return { id, label, values, notes: [...notes, ...(hasEnded ? [ENDED] : [])] }
  }

  return call(
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
    async (asked) => {
      const { user, request } = asked
      if (typeof request.body !== 'string') throw unacceptedType(request)
      setTimeout(begin(user.id), MINUTE_MS).unref()
      return queue(user.id, () => storeUpload(asked)).catch((error: unknown) => {
        throw error instanceof CsvError ? new RequestError(400, `Nothing is stored: ${error.message}`) : error
      })
    },
    { bodyLimit: MAX_UPLOAD_BYTES, handlerTimeout: UPLOAD_WITHIN_MS },
  )
}

const ENDED =
  'Values of days that had begun were changed: our final forecast uses this forecast no longer, until an admin lets it again.'
