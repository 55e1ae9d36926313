import * as fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { readZone, withoutZone, withZone } from './display-zone.ts'

describe('the zone of an address', () => {
  test('is added, read and taken away without touching the rest', () => {
    const field = fc.stringMatching(/^[a-su-z]=[A-Za-z0-9,:%-]{1,9}$/)
    const search = fc
      .array(field, { maxLength: 4 })
      .map((fields) => (fields.length === 0 ? '' : `?${fields.join('&')}`))
    fc.assert(
      fc.property(search, fc.constantFrom('UTC', 'Europe/Brussels', 'Etc/GMT+1', null), (text, zone) => {
        const written = withZone(text, zone)
        expect(readZone(written)).toBe(zone)
        expect(withoutZone(written)).toBe(text)
        expect(withZone(written, zone)).toBe(written)
        expect(new URL(written, 'http://localhost/dashboard').search).toBe(written)
      }),
    )
  })

  test('is one that the browser knows, in either spelling', () => {
    expect(readZone('?tz=Europe%2FBrussels&v=1')).toBe('Europe/Brussels')
    expect(readZone('?tz=Asia/Tokyo')).toBe('Asia/Tokyo')
    expect(withZone('', 'Etc/GMT+1')).toBe('?tz=Etc/GMT%2B1')
    expect(readZone('?tz=Europe/Atlantis')).toBeNull()
    expect(readZone('?tz=')).toBeNull()
    // The server knows neither offsets nor `Etc/Unknown`.
    expect(readZone('?tz=%2B05:30')).toBeNull()
    expect(readZone('?tz=+05:30')).toBeNull()
    expect(readZone('?tz=Etc/Unknown')).toBeNull()
    expect(readZone('?xtz=UTC')).toBeNull()
  })
})

describe('the zone of a browser', () => {
  const real = Reflect.get(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  /** Modules of a page whose browser reports this zone and has these stored values. */
  async function open(reported: string | undefined, kept: Record<string, string> = {}, search = '') {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
      this: Intl.DateTimeFormat,
    ) {
      const options = real.call(this)
      const timeZone = options.timeZone === 'Europe/Berlin' ? reported : options.timeZone
      return Object.assign(options, { timeZone })
    })
    const reload = vi.fn<() => void>()
    vi.stubGlobal('location', { search, pathname: '/home', reload })
    const storage = {
      getItem: (key: string) => kept[key] ?? null,
      setItem: (key: string, value: string) => void (kept[key] = value),
    }
    vi.stubGlobal('sessionStorage', storage)
    vi.stubGlobal('localStorage', storage)
    vi.resetModules()
    return { ...(await import('./display-zone.ts')), reload, kept }
  }

  test.each(['Etc/Unknown', 'Foo/Bar', '+05:30', '', undefined])(
    'that cannot be used (%s) is replaced by UTC, which is said until one is chosen',
    async (reported) => {
      const page = await open(reported)
      expect(page.zoneName()).toBe('UTC')
      expect(page.zoneOption).toEqual({ timeZone: 'UTC' })
      const { wallTime } = await import('./wall-clock.ts')
      expect(wallTime('2026-11-20T23:30:00Z')).toBe('2026-11-20 23:30')
      expect(page.zoneChoices().map(({ name }) => name)).toEqual(['Market', 'UTC'])
      expect(page.zoneProblem()).toBe(
        'This browser does not say which time zone it is in, so times are in UTC. You can choose another zone at the top of the page.',
      )
      const chosen = await open(reported, { timeZone: 'Europe/Brussels' })
      expect(chosen.zoneName()).toBe('Europe/Brussels')
      expect(chosen.zoneProblem()).toBeNull()
    },
  )

  test('that the server does not know is replaced by UTC once', async () => {
    const page = await open('Asia/Tokyo')
    expect([page.zoneName(), page.zoneProblem()]).toEqual(['Asia/Tokyo', null])
    page.refuseZone()
    expect(page.reload).toHaveBeenCalledOnce()
    const again = await open('Asia/Tokyo', page.kept, '?tz=Asia/Tokyo')
    expect(again.zoneName()).toBe('UTC')
    expect(again.zoneProblem()).toMatch(
      /^The server does not know the time zone Asia\/Tokyo, so times are in UTC/,
    )
    again.refuseZone()
    expect(again.reload).not.toHaveBeenCalled()
  })
})

describe('the names of a zone', () => {
  const at = (text: string) => Date.parse(text) / 1000

  async function inZone(zone: string) {
    vi.stubEnv('TZ', zone)
    vi.resetModules()
    return import('./display-zone.ts')
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
  ])('a moment has the short name of its zone (%s)', async (zone, winter, summer) => {
    const { zoneAbbreviation } = await inZone(zone)
    expect(zoneAbbreviation(at('2026-11-14T12:00:00Z'))).toBe(winter)
    expect(zoneAbbreviation(at('2026-07-14T12:00:00Z'))).toBe(summer)
  })

  test('a span has the name of the zone, and both short names if the clock changes within it', async () => {
    const { describeZone } = await inZone('Europe/Berlin')
    expect(describeZone(at('2026-11-14T00:00:00Z'), at('2026-11-20T00:00:00Z'))).toBe('Europe/Berlin, CET')
    expect(describeZone(at('2026-10-20T00:00:00Z'), at('2026-10-30T00:00:00Z'))).toBe(
      'Europe/Berlin, CEST/CET',
    )
    // Winter time at both ends.
    expect(describeZone(at('2025-11-14T00:00:00Z'), at('2026-11-20T00:00:00Z'))).toBe(
      'Europe/Berlin, CET/CEST',
    )
  })
})
