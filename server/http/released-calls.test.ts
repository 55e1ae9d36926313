import { readFileSync, writeFileSync } from 'node:fs'

import { expect, test } from 'vitest'
import { z } from 'zod'

import { openTestApp } from '#server/testing/app.ts'

/** Each call of the last release, with its parameters and the fields of its answer. */
const FILE = 'server/http/released-calls.txt'

interface JsonSchema {
  type?: string | string[] | undefined
  const?: unknown
  enum?: unknown[] | undefined
  anyOf?: JsonSchema[] | undefined
  oneOf?: JsonSchema[] | undefined
  items?: JsonSchema | undefined
  properties?: Record<string, JsonSchema> | undefined
  additionalProperties?: JsonSchema | boolean | undefined
}
const JsonSchemaSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(JsonSchemaSchema).optional(),
    oneOf: z.array(JsonSchemaSchema).optional(),
    items: JsonSchemaSchema.optional(),
    properties: z.record(z.string(), JsonSchemaSchema).optional(),
    additionalProperties: z.union([z.boolean(), JsonSchemaSchema]).optional(),
  }),
)
const DocumentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ name: z.string(), schema: JsonSchemaSchema })).default([]),
        responses: z.object({
          200: z.object({
            content: z.record(z.string(), z.object({ schema: JsonSchemaSchema.optional() })).default({}),
          }),
        }),
      }),
    ),
  ),
})

/** Every field with its type, or each of its values: `scores.days: integer`, `kind: "early"`. */
function fieldsOf(schema: JsonSchema, name: string): string[] {
  const { anyOf = [], oneOf = [], items, properties = {}, additionalProperties } = schema
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  const parts = [...anyOf, ...oneOf].flatMap((one) => fieldsOf(one, name))
  const inside = Object.entries(properties).flatMap(([key, of]) =>
    fieldsOf(of, name === '' ? key : `${name}.${key}`),
  )
  const ofItems = items === undefined ? [] : fieldsOf(items, name)
  const ofOthers = typeof additionalProperties === 'object' ? fieldsOf(additionalProperties, name) : []
  const own =
    values.length > 0
      ? values.map((value) => `${name}: ${JSON.stringify(value)}`)
      : schema.type === undefined
        ? []
        : [schema.type].flat().map((type) => `${name}: ${type}`)
  return [...own, ...parts, ...inside, ...ofItems, ...ofOthers]
}

/** `GET /api/v1/areas`, then its parameters with `?` and the fields of its answer, a line each. */
function callsOf(document: unknown): string[] {
  const lines = Object.entries(DocumentSchema.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters, responses }]) => {
      const call = `${method.toUpperCase()} ${path}`
      const inputs = parameters.flatMap(({ name, schema }) => fieldsOf(schema, `?${name}`))
      const answer = responses[200].content['application/json']?.schema ?? {}
      return [call, ...[...inputs, ...fieldsOf(answer, '')].map((field) => `${call} ${field}`)]
    }),
  )
  return [...new Set(lines)].toSorted()
}

/** What of released lines is gone, named by the call or the outermost field that is. A value or type of a field that is still there is named with it. */
function goneOf(released: readonly string[], current: readonly string[]): string[] {
  const known = new Set(
    current.flatMap((line) => {
      const [method, path, field] = line.split(' ')
      const call = `${method} ${path}`
      const parts = field?.replace(/:$/, '').split('.') ?? []
      return [line, call, ...parts.map((_, index) => `${call} ${parts.slice(0, index + 1).join('.')}`)]
    }),
  )
  const gone = released.flatMap((line) => {
    if (known.has(line)) return []
    const [method, path, field] = line.split(' ')
    const parts = field?.replace(/:$/, '').split('.') ?? []
    const outer = parts.map((_, index) => `${method} ${path} ${parts.slice(0, index + 1).join('.')}`)
    return [[`${method} ${path}`, ...outer].find((name) => !known.has(name)) ?? line]
  })
  return [...new Set(gone)]
}

/** Words that a line about this loss has: the last part of the path, and the parameter or field. */
function wordsOf(lost: string): string[] {
  const [, path = '', field] = lost.split(' ')
  const name = field
    ?.replace(/^\?|:$/g, '')
    .split('.')
    .at(-1)
  return [path.split('/').at(-1) ?? path, ...(name === undefined ? [] : [name])]
}

/** The words of a line that are set as code. */
const codeOf = (line: string) =>
  [...line.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/[^\w.-]+/))

const NEXT = process.env['RELEASE']

test('what programs lose since the last release has a line in CHANGELOG', async () => {
  const { server } = await openTestApp()
  const current = callsOf((await server.inject('/openapi.json')).json())
  if (NEXT !== undefined) writeFileSync(FILE, `${NEXT}\n${current.join('\n')}\n`)
  const [, ...released] = readFileSync(FILE, 'utf8').trim().split('\n')
  const [, unreleased = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m)
  const unnamed = (of: readonly string[]) =>
    goneOf(released, of).filter(
      (lost) =>
        !unreleased.split('\n').some((line) => wordsOf(lost).every((word) => codeOf(line).includes(word))),
    )
  expect(unnamed(current)).toEqual([])
  const planted = current.filter(
    (line) => !/^GET \/(energia\/keys|settings\.json weatherCredit\.url)/.test(line),
  )
  expect(unnamed(planted)).toEqual(['GET /energia/keys', 'GET /settings.json weatherCredit.url'])
})
