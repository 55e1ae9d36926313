import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'
import { z } from 'zod'

import { FORECAST_ROWS_PATH } from '#contract/row-tables.ts'
import { SERIES_PATH, SeriesQuerySchema } from '#contract/series.ts'
import { TOKEN_PATH } from '#contract/token.ts'
import { openTestApp } from '#server/testing/app.ts'

const VersionSchema = z.object({ version: z.string() })
const DocumentSchema = z.object({
  info: VersionSchema,
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ name: z.string(), required: z.boolean().default(false) })).optional(),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
})

test('says which version of the product answers', async () => {
  const { version } = VersionSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const { server } = await openTestApp()
  expect((await server.inject('/livez')).json()).toEqual({ status: 'live', version })
  expect(DocumentSchema.parse((await server.inject('/openapi.json')).json()).info.version).toBe(version)
})

test('describes the parameters of a call, and 304, 429 and 503 where they are answered', async () => {
  const { server } = await openTestApp()
  const { paths } = DocumentSchema.parse((await server.inject('/openapi.json')).json())
  const parameters = paths[SERIES_PATH]?.['get']?.parameters ?? []
  expect(parameters.map(({ name }) => name)).toEqual([...Object.keys(SeriesQuerySchema.shape), 'x-revision'])
  const needed = parameters.filter(({ required }) => required).map(({ name }) => name)
  expect(needed).toEqual(['area', 'quantity', 'from', 'to'])
  for (const path of [SERIES_PATH, FORECAST_ROWS_PATH])
    expect(Object.keys(paths[path]?.['get']?.responses ?? {}).join(' ')).toBe('200 304 429 503 4XX 5XX')
  expect(Object.keys(paths[TOKEN_PATH]?.['post']?.responses ?? {})).toContain('429')
})
