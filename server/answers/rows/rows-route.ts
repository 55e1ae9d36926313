import type { FastifyPluginAsync, preHandlerAsyncHookHandler } from 'fastify'
import type { z } from 'zod'

import type { SeriesQuery } from '#contract/series.ts'
import type { Clock } from '#server/clock.ts'

import type { AnswerRows } from './answer-rows.ts'
import type { Rows } from './write-rows.ts'

export interface RowsRouteParts {
  clock: Clock
  requireReader: preHandlerAsyncHookHandler
  answerRows: AnswerRows
}

/** A table that is small enough to be read at once. */
interface SmallTable<Wanted extends Pick<SeriesQuery, 'format'>> {
  path: string
  row: z.ZodObject
  /** About how long it takes to read, ms. */
  roughMs: number
  /** Reads the parameters of a request; throws a `RequestError`. */
  parse: (parameters: unknown, nowUtc: number) => Wanted
  read: (wanted: Wanted) => Promise<Rows>
  /** Why there are no rows, where there are none: a sentence. */
  reason: (wanted: Wanted) => string
}

/** A table of `/api/v1` for notebooks and programs, and for our own pages. */
export function createRowsRoute<Wanted extends Pick<SeriesQuery, 'format'>>(
  { clock, requireReader, answerRows }: RowsRouteParts,
  { path, row, roughMs, parse, read, reason }: SmallTable<Wanted>,
): FastifyPluginAsync {
  return async (server) => {
    server.get(path, { preHandler: requireReader }, async (request, reply) => {
      const wanted = parse(request.query, clock())
      return answerRows(request, reply, {
        work: { kind: path, roughMs, roughMsOfNext: roughMs },
        format: wanted.format,
        columns: row.keyof().options,
        dependsOn: [path, wanted],
        async *read() {
          const rows = await read(wanted)
          if (rows.length > 0) yield rows
        },
        reason: reason(wanted),
      })
    })
  }
}
