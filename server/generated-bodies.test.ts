import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { PASSWORD_PATH } from '#contract/password.ts'
import { CHANGES_PATH, DAY_ERRORS_PATH, FORECAST_ROWS_PATH, USUAL_PATH } from '#contract/row-tables.ts'
import { SERIES_PATH } from '#contract/series.ts'
import { TOKEN_PATH } from '#contract/token.ts'
import { createOpenApiDocument } from '#server/http/openapi.ts'
import { CALLS_WITH_BODY, checkGeneratedBodies } from '#server/testing/generated-input/check-bodies.ts'
import { CALLS_WITH_ID, checkGeneratedIds } from '#server/testing/generated-input/check-ids.ts'
import { checkGeneratedParameters } from '#server/testing/generated-input/check-parameters.ts'
import { checkGeneratedPasswords } from '#server/testing/generated-input/check-password.ts'
import { checkGeneratedForms } from '#server/testing/generated-input/check-sign-in.ts'

const RUNS = 150
/** Each goes to six calls. */
const RUNS_OF_IDS = 25
/** Where most bodies cost a hash, which is meant to be slow. */
const RUNS_WITH_HASH = 30

/** What the document says about the input of a call. */
const CallSchema = z.object({
  parameters: z.array(z.object({ in: z.string() })),
  requestBody: z.unknown().optional(),
})

describe('generated input', () => {
  test.each(CALLS_WITH_BODY)('%s never fails and accepts nothing unknown', (call) =>
    checkGeneratedBodies(call, RUNS),
  )

  test('ids never fail, and find nothing', () => checkGeneratedIds(RUNS_OF_IDS))

  test('parameters never fail and accept nothing unknown', () => checkGeneratedParameters(RUNS))

  test('a generated form signs in only with the right name and password', () =>
    checkGeneratedForms(RUNS_WITH_HASH))

  test('no generated body changes a password without the current one', () =>
    checkGeneratedPasswords(RUNS_WITH_HASH))

  test('every call that takes input is tried', () => {
    const calls = Object.entries(createOpenApiDocument().paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({
        name: `${method.toUpperCase()} ${path}`,
        ...CallSchema.parse(call),
      })),
    )
    const withInput = calls.filter(
      ({ parameters, requestBody }) =>
        requestBody !== undefined || parameters.some((parameter) => parameter.in !== 'header'),
    )
    const tried = [
      ...CALLS_WITH_BODY,
      ...CALLS_WITH_ID,
      `GET ${SERIES_PATH}`,
      `GET ${FORECAST_ROWS_PATH}`,
      `GET ${CHANGES_PATH}`,
      `GET ${DAY_ERRORS_PATH}`,
      `GET ${USUAL_PATH}`,
      `POST ${TOKEN_PATH}`,
      `POST ${PASSWORD_PATH}`,
    ]
    expect(withInput.map(({ name }) => name).toSorted()).toEqual([...new Set(tried)].toSorted())
  })
})
