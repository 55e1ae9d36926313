import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readZone, withoutZone, withZone } from './display-zone.ts'

describe('the zone of an address', () => {
  test('is added, read and taken away without touching the rest', () => {
    const field = fc.stringMatching(/^[a-su-z]=[A-Za-z0-9,:%-]{1,9}$/)
    const search = fc
      .array(field, { maxLength: 4 })
      .map((fields) => (fields.length === 0 ? '' : `?${fields.join('&')}`))
    fc.assert(
      fc.property(search, fc.constantFrom('UTC', 'Europe/Brussels', null), (text, zone) => {
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
    expect(readZone('?tz=Europe/Atlantis')).toBeNull()
    expect(readZone('?tz=')).toBeNull()
    expect(readZone('?xtz=UTC')).toBeNull()
  })
})
