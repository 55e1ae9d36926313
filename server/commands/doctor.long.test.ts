import { expect, onTestFinished, test } from 'vitest'

import { readReport } from '#server/testing/doctor.ts'
import { createFolder } from '#server/testing/folders.ts'
import { startEntsoeService, settingsOf } from '#server/testing/services/entsoe.ts'

test('the doctor ends within a minute where a service says nothing at all', async () => {
  const service = await startEntsoeService(Date.now)
  onTestFinished(() => service.close())
  service.outage = 'silence'
  const startMs = performance.now()
  const { code, checks } = await readReport({ ...settingsOf(service), DATA_DIR: await createFolder() })
  expect(performance.now() - startMs).toBeLessThan(60_000)
  expect(code).toBe(1)
  const silent = checks.filter(({ part, status }) => part === 'ENTSO-E' && status === 'wrong')
  expect(silent).toHaveLength(8)
  expect(silent[0]?.message).toBe('No answer came in the time of this command.')
})
