import { afterEach, expect, test, vi } from 'vitest'

const winterS = Date.UTC(2026, 10, 22) / 1000
const summerS = Date.UTC(2026, 6, 22) / 1000

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each([
  ['Europe/Berlin', 'Europe/Berlin, CET', 'Europe/Berlin, CEST'],
  ['Europe/Helsinki', 'Europe/Helsinki, EET', 'Europe/Helsinki, EEST'],
  ['America/New_York', 'America/New_York, EST', 'America/New_York, EDT'],
  ['UTC', 'UTC', 'UTC'],
])('%s is named with its abbreviation in winter and in summer', async (zone, winter, summer) => {
  vi.stubEnv('TZ', zone)
  const { formatZone } = await import('./time-zone.ts')
  expect([winterS, summerS].map(formatZone)).toEqual([winter, summer])
})
