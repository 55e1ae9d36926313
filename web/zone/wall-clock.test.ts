import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

function open(zone: string) {
  vi.stubGlobal('location', { search: `?tz=${zone}` })
  vi.resetModules()
  return import('./wall-clock.ts')
}

test('the clock of a zone is that of the runtime, and leads back to its moment', async () => {
  for (const zone of ['UTC', 'Europe/Brussels']) {
    const { wallClock, momentOf } = await open(zone)
    const calendar = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2030, 0) / 60_000 })
    // Every hour around the clock changes of a year, and random minutes of ten years.
    const changes = ['2026-03-28', '2026-10-24'].flatMap((day) =>
      Array.from({ length: 48 }, (_, hour) => Date.parse(day) / 60_000 + hour * 60),
    )
    fc.assert(
      fc.property(fc.oneof(minutes, fc.constantFrom(...changes)), (minute) => {
        const clock = wallClock(minute * 60_000)
        expect(clock.toISOString().slice(0, 19).replace('T', ' ')).toBe(calendar.format(minute * 60_000))
        const moment = momentOf(+clock)
        // A repeated hour maps to the first of the two.
        expect([0, 3_600_000]).toContain(minute * 60_000 - moment)
        expect(+wallClock(moment)).toBe(+clock)
      }),
      { numRuns: 500 },
    )
  }
  const { momentOf, momentsOf } = await open('Europe/Brussels')
  // A skipped hour is moved on.
  expect(momentsOf(Date.UTC(2026, 2, 29, 2, 30))).toEqual([])
  expect(momentOf(Date.UTC(2026, 2, 29, 2, 30))).toBe(Date.UTC(2026, 2, 29, 1, 30))
  expect(momentOf(Date.UTC(2026, 9, 25, 2, 30))).toBe(Date.UTC(2026, 9, 25, 0, 30))
})
