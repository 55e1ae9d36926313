import type { RouteOptions } from 'fastify'
import { z } from 'zod'

import { JSON_TYPE, REFUSAL_HEADER, REVISION_HEADER, TIME_ZONE_HEADER } from '#contract/http-names.ts'
import { PRODUCT_NAME, PRODUCT_VERSION } from '#contract/product.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'

import type { CallDescription } from './call.ts'

const toSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
const toMedia = (schema: z.ZodType | null) => (schema === null ? {} : { schema: toSchema(schema) })

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } }

const refusal = (description: string) => ({
  description,
  headers: {
    [REFUSAL_HEADER]: {
      description: 'Code of the refusal, if programs need one',
      schema: { type: 'string' },
    },
  },
  content: {
    [JSON_TYPE]: {
      schema: {
        type: 'object',
        properties: { error: { type: 'string' }, error_description: { type: 'string' } },
        required: ['error'],
      },
    },
  },
})

const TIME_ZONE_PARAMETER = {
  name: TIME_ZONE_HEADER,
  in: 'header',
  description: `IANA time zone of wall-clock times and days; ${MARKET_ZONE} by default`,
  schema: { type: 'string', default: MARKET_ZONE },
}

const REVISION = {
  description: 'Rises with the stored values. Sent back, another server answers with values at least as new',
  schema: { type: 'integer' },
}

const ID_PARAMETER = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

const queryParameter = ([name, schema]: [string, z.ZodType]) => ({
  name,
  in: 'query',
  required: !schema.safeParse(undefined).success,
  schema: toSchema(schema),
})

const WHO = {
  anyone: '',
  user: '',
  reader: '. Takes a key or a token',
  uploader: '. Takes a token, or a key that may upload',
  admin: '. Only for admins',
} as const

function describeCall(call: CallDescription): object {
  const { path, who, summary, parameters, body, bodyType = JSON_TYPE, answer, otherAnswers, isQueued } = call
  const hasReason = otherAnswers !== undefined && call.hasTag === true
  return {
    summary: `${summary}${WHO[who]}`,
    ...(who === 'anyone' && { security: [] }),
    parameters: [
      ...(path.includes('/:id') ? [ID_PARAMETER] : []),
      ...Object.entries(parameters?.shape ?? {}).map(queryParameter),
      // Calls with a `zone` parameter do not use the header.
      ...(who === 'anyone' || parameters?.shape['zone'] ? [] : [TIME_ZONE_PARAMETER]),
      ...(who === 'reader' ? [{ name: REVISION_HEADER, in: 'header', ...REVISION }] : []),
    ],
    ...(body && { requestBody: { required: true, content: { [bodyType]: toMedia(body) } } }),
    responses: {
      200: {
        description: 'The answer',
        headers: {
          ...(who === 'reader' && { [REVISION_HEADER]: REVISION }),
          ...(call.hasTag && { ETag: { schema: { type: 'string' } } }),
          ...(hasReason && {
            'X-Reason': { description: 'Why the answer has no rows', schema: { type: 'string' } },
          }),
        },
        content: {
          [JSON_TYPE]: toMedia(answer),
          ...Object.fromEntries(
            Object.entries(otherAnswers ?? {}).map(([type, schema]) => [type, toMedia(schema)]),
          ),
        },
      },
      ...(call.hasTag && {
        304: { description: 'Unchanged since the answer whose ETag was sent in If-None-Match' },
      }),
      ...((hasReason || bodyType !== JSON_TYPE) && {
        429: {
          ...refusal('Too many downloads under way, uploads within a minute, or failed sign-ins'),
          headers: RETRY_AFTER,
        },
      }),
      ...(isQueued && { 503: { ...refusal('Too many new answers are waiting'), headers: RETRY_AFTER } }),
      '4XX': refusal('The request is refused'),
      '5XX': refusal('The server cannot answer now'),
    },
  }
}

export function createOpenApiDocument(routes: readonly RouteOptions[], basePath = '') {
  const paths: Record<string, Record<string, object>> = {}
  for (const description of new Set(routes.flatMap(({ config }) => config?.call ?? []))) {
    const path = description.path.replace(':id', '{id}')
    paths[path] = { ...paths[path], [description.method.toLowerCase()]: describeCall(description) }
  }
  return {
    openapi: '3.1.0',
    info: { title: PRODUCT_NAME, version: PRODUCT_VERSION },
    ...(basePath !== '' && { servers: [{ url: basePath }] }),
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    security: [{ token: [] }],
    paths,
  }
}

export function createOpenApiRoute(basePath: string): RouteOptions {
  let document: object | null = null
  return {
    method: 'GET',
    url: '/openapi.json',
    config: { who: 'anyone' },
    handler: async ({ server }, reply) => {
      document ??= createOpenApiDocument(server.declared, basePath)
      return reply.header('cache-control', 'no-cache').send(document)
    },
  }
}
