import type { Locator, Page } from '@playwright/test'

import { COUNTRIES } from '#contract/countries.ts'
import type { ForecastAnswer, ForecastEntry } from '#contract/forecast.ts'

import { expect } from './test.ts'

export function labels(page: Page): Locator {
  return page.locator('.leaflet-tooltip')
}

export async function expectWholeMap(page: Page): Promise<void> {
  await expect(labels(page)).toHaveCount(COUNTRIES.length)
}

/** Waits for the values of all countries. */
export async function openMap(page: Page, path = '/model'): Promise<void> {
  await page.goto(path)
  await expectWholeMap(page)
}

export function countryButton(page: Page, name: string): Locator {
  return page.getByRole('list').getByRole('button', { name: new RegExp(`^${name}`) })
}

export const entryOf = (value: number | null): ForecastEntry => ({
  TSO: value,
  Instance_Today: value,
  Instance_Tomorrow: value,
  Final_Value: value,
})

/** A day of a country, hour by hour. */
export function dayOf(entryAt: (hour: number) => ForecastEntry): ForecastAnswer[string] {
  const keys = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
  return Object.fromEntries(keys.map((key, hour) => [key, entryAt(hour)]))
}
