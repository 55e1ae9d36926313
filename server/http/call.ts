import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'

import { parseBody, parseParameters } from './request-body.ts'
import { type Credentials, requireFound, userOf } from './signed-in.ts'

/** Who may ask: a `reader` is a signed-in user or a key, an `uploader` a signed-in user or a key that may also upload, an `admin` a signed-in user with that role. */
export type Who = 'anyone' | 'user' | 'reader' | 'uploader' | 'admin'

/** A call in the words of the OpenAPI document. An id in its path is written `:id`. */
export interface CallDescription {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  who: Who
  /** Noun for the thing that the id in the path names. Another text than a UUID is answered with 404. */
  noun?: string
  summary: string
  /** After the question mark of the address. */
  parameters?: z.ZodObject
  body?: z.ZodObject
  /** JSON where it is left out. A body of another type is given to the handler as a text. */
  bodyType?: string
  answer: z.ZodType
  /** Other forms of the answer, by type, with their schema. */
  otherAnswers?: Readonly<Record<string, z.ZodType | null>>
  /** By name of a parameter or a key of the body, the sentence that says what is allowed. */
  refusals?: Readonly<Record<string, string>>
  /** Its work waits for its turn in the queue of answers. */
  isQueued?: true
  /** Sends an ETag, and 304 where the caller has the answer already. */
  hasTag?: true
}

declare module 'fastify' {
  interface FastifyContextConfig {
    who?: Who
    call?: CallDescription
  }
  interface FastifyInstance {
    /** All routes of the server in the order in which they were added. */
    declared: readonly RouteOptions[]
  }
}

/** A request that was let through and read. */
export interface Asked<Parameters extends z.ZodObject, Body extends z.ZodObject> {
  request: FastifyRequest
  reply: FastifyReply
  /** Empty where the call takes none. */
  parameters: z.output<Parameters>
  body: z.output<Body>
  /** The id in the address. */
  id: string
  /** Whose request it is; a call for anyone has none, and throws. */
  readonly user: Credentials
}

type Limits = Pick<RouteOptions, 'handlerTimeout' | 'bodyLimit'>

/** The route of a call whose handler reads the request by itself. */
export function rawCall(
  description: CallDescription,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  more: Limits = {},
): RouteOptions {
  const { method, path, who, body, bodyType = 'application/json' } = description
  const accepted = body && bodyType
  return { ...more, method, url: path, handler, config: { who, call: description, accepted } }
}

const NOTHING = z.object({})
const IdSchema = z.object({ id: z.string().default('') })

function readId(parameters: unknown, noun: string | undefined): string {
  const { id } = IdSchema.parse(parameters)
  return noun === undefined ? id : requireFound(z.uuid().safeParse(id).data ?? null, noun)
}

/** The route of a call: reads parameters and body by their schemas, and answers with the handler's result. */
export function call<
  Parameters extends z.ZodObject = typeof NOTHING,
  Body extends z.ZodObject = typeof NOTHING,
>(
  description: CallDescription & { parameters?: Parameters; body?: Body },
  handle: (asked: Asked<Parameters, Body>) => Promise<unknown>,
  more?: Limits,
): RouteOptions
export function call(
  description: CallDescription,
  handle: (asked: Asked<z.ZodObject, z.ZodObject>) => Promise<unknown>,
  more?: Limits,
): RouteOptions {
  const { parameters, body, bodyType, noun, refusals = {} } = description
  return rawCall(
    description,
    async (request, reply) =>
      handle({
        request,
        reply,
        parameters: parameters ? parseParameters(parameters, request.query, refusals) : {},
        body: body && bodyType === undefined ? parseBody(body, request.body, refusals) : {},
        id: readId(request.params, noun),
        get user() {
          return userOf(request)
        },
      }),
    more,
  )
}
