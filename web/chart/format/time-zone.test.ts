import { afterEach, expect, test, vi } from 'vitest'

const at = (text: string) => Date.parse(text) / 1000

async function inZone(zone: string) {
  vi.stubEnv('TZ', zone)
  vi.resetModules()
  return import('./time-format.ts')
}

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each([
  ['Europe/Berlin', 'CET', 'CEST'],
  ['Europe/Helsinki', 'EET', 'EEST'],
  ['America/New_York', 'EST', 'EDT'],
  ['UTC', 'UTC', 'UTC'],
])('a moment has the short name of its zone, in winter and in summer (%s)', async (zone, winter, summer) => {
  const { zoneAbbreviation } = await inZone(zone)
  expect(zoneAbbreviation(at('2026-11-14T12:00:00Z'))).toBe(winter)
  expect(zoneAbbreviation(at('2026-07-14T12:00:00Z'))).toBe(summer)
})

test('a span has the name of the zone, and both short names if the clock changes within it', async () => {
  const { describeZone } = await inZone('Europe/Berlin')
  expect(describeZone(at('2026-11-14T00:00:00Z'), at('2026-11-20T00:00:00Z'))).toBe('Europe/Berlin, CET')
  expect(describeZone(at('2026-10-20T00:00:00Z'), at('2026-10-30T00:00:00Z'))).toBe('Europe/Berlin, CEST/CET')
  // Winter at both ends.
  expect(describeZone(at('2025-11-14T00:00:00Z'), at('2026-11-20T00:00:00Z'))).toBe('Europe/Berlin, CET/CEST')
})
