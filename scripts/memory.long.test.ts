import { expect, test } from 'vitest'

import { residentMb } from '#bench/programs.ts'
import { memoryUnderQueries } from '#bench/start.ts'
import { TokenAnswerSchema } from '#contract/token.ts'
import { requestToken, startProduct, statusOf } from '#server/testing/process.ts'

import { MEMORY_SETTINGS } from './memory-settings.js'

const PASSWORD = 'a password for the test'
const AT_REST_MB = 300
const ASKED_MB = 500

test('the server of the image stays small with two years of demo data', async () => {
  const settings = { ...MEMORY_SETTINGS, SOURCE: 'demo', ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'error' }
  const product = await startProduct(settings, [process.execPath, 'build/server/main.js'])
  await expect.poll(() => statusOf(`${product.address}/readyz`), { timeout: 600_000 }).toBe(200)
  // The forecasts of the past are made after the server is ready, and their thread ends after them.
  await expect.poll(() => residentMb(product.pid), { timeout: 600_000 }).toBeLessThan(AT_REST_MB)

  const answer = await requestToken(product, 'admin', PASSWORD)
  const { access_token: token } = TokenAnswerSchema.parse(await answer.json())
  expect(await memoryUnderQueries({ url: product.address, pid: product.pid }, token)).toBeLessThan(ASKED_MB)
})
