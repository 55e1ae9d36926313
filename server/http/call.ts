import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'

import { JSON_TYPE } from '#contract/http-names.ts'
import { RequestError } from '#server/errors.ts'

import { type Credentials, requireFound, userOf } from './signed-in.ts'

/** `reader`: a signed-in user or a key; `uploader`: the same, with a key that allows uploads. */
export type Who = 'anyone' | 'user' | 'reader' | 'uploader' | 'admin'

/** As in the OpenAPI document. An id in the path is `:id`. */
export interface CallDescription {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  who: Who
  /** For the id in the path. An id that is not a UUID is answered with 404. */
  noun?: string
  summary: string
  /** Query parameters. */
  parameters?: z.ZodObject
  body?: z.ZodObject
  /** JSON by default. The handler receives other types as text. */
  bodyType?: string
  answer: z.ZodType
  /** Schemas by type. */
  otherAnswers?: Readonly<Record<string, z.ZodType | null>>
  /** Allowed values in words, by parameter or key of the body. */
  refusals?: Readonly<Record<string, string>>
  /** Waits for its turn in the queue of answers. */
  isQueued?: true
  /** Sends an ETag, and 304 if the caller has the answer. */
  hasTag?: true
}

declare module 'fastify' {
  interface FastifyContextConfig {
    who?: Who
    call?: CallDescription
  }
  interface FastifyInstance {
    /** In the order in which they were added. */
    declared: readonly RouteOptions[]
  }
}

export interface Asked<Parameters extends z.ZodObject, Body extends z.ZodObject> {
  request: FastifyRequest
  reply: FastifyReply
  /** Empty without a schema. */
  parameters: z.output<Parameters>
  body: z.output<Body>
  id: string
  /** Throws in a call for anyone. */
  readonly user: Credentials
}

type Limits = Pick<RouteOptions, 'handlerTimeout' | 'bodyLimit'>

export function rawCall(
  description: CallDescription,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  more: Limits = {},
): RouteOptions {
  const { method, path, who, body, bodyType = JSON_TYPE } = description
  const accepted = body && bodyType
  return { ...more, method, url: path, handler, config: { who, call: description, accepted } }
}

const NOTHING = z.object({})
const IdSchema = z.object({ id: z.string().default('') })

function readId(parameters: unknown, noun: string | undefined): string {
  const { id } = IdSchema.parse(parameters)
  return noun === undefined ? id : requireFound(z.uuid().safeParse(id).data ?? null, noun)
}

/** Parses parameters and body by their schemas. */
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

/** In words, by key; by default a list of the values. */
type Allowed = Readonly<Record<string, string>>

const parser =
  (unknownKey: string, missing: string) =>
  <Schema extends z.ZodObject>(schema: Schema, input: unknown, allowed: Allowed): z.output<Schema> => {
    const parsed = schema.safeParse(input)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const all = Object.keys(schema.shape)
    const needed = all.filter((key) => !schema.shape[key]?.safeParse(undefined).success)
    if (issue?.code === 'unrecognized_keys')
      throw new RequestError(400, `${unknownKey}. It can have ${all.join(', ')}.`)
    const key = String(issue?.path[0])
    const listed =
      issue?.code === 'invalid_value' && issue.path.length > 0
        ? `${key} must be one of ${issue.values.join(', ')}.`
        : `${missing} ${(needed.length > 0 ? needed : all).join(', ')}.`
    throw new RequestError(400, allowed[key] ?? listed)
  }

/** Throws a `RequestError` 400 that names the fault and what is allowed. */
export const parseBody = parser('The body has an unknown key', 'The body must be a JSON object with')

/** Refuses repeated parameters. */
export const parseParameters = parser(
  'The address has an unknown parameter',
  'The address needs the parameters',
)
