import { expect, test } from 'vitest'

import { areaLabel } from './areas.ts'
import { areaOfCountry, COUNTRIES, COUNTRY_BY_ISO_A3, countryName } from './countries.ts'

test.each(COUNTRIES)('$code has the name of its area, and is found by its three letters', (country) => {
  expect(countryName(country.code)).toBe(areaLabel(country.area))
  expect(areaOfCountry(country.code)).toBe(country.area)
  expect(COUNTRY_BY_ISO_A3.get(country.isoA3)).toBe(country.code)
})

test('France has a name, and an unknown code is shown as it is @§3.8-1', () => {
  expect(countryName('fr')).toBe('France')
  expect(countryName('xx')).toBe('xx')
  expect(countryName('constructor')).toBe('constructor')
})
