import type { Page } from '@playwright/test'
import type { z } from 'zod'

import { expect, test } from './test.ts'

const MAX_PRESSES = 3
/** The zone of the browser, which has the days and hours of the market. */
export const ZONE = 'Europe/Berlin'

/** Each test of the file begins at Home, and takes at most three presses. */
export function beginAtHome(): void {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      addEventListener('pointerdown', () => sessionStorage.setItem('presses', String(presses() + 1)), true)
      const presses = () => Number(sessionStorage.getItem('presses') ?? 0)
    })
    await page.goto('/home')
  })

  test.afterEach(async ({ page }) => {
    const presses = await page.evaluate(() => Number(sessionStorage.getItem('presses')))
    expect(presses).toBeGreaterThan(0)
    expect(presses).toBeLessThanOrEqual(MAX_PRESSES)
  })
}

/** The answer of our own API to the user of a page. */
export async function ask<Answer>(
  page: Page,
  path: string,
  schema: z.ZodType<Answer>,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  const response = await page.request.get(path, {
    headers: { authorization: `Bearer ${token}`, 'x-time-zone': ZONE },
    params: parameters,
  })
  return schema.parse(await response.json())
}

/** `13:00`, as clocks in the zone show it. */
export const clock = (instant: string) =>
  new Date(instant).toLocaleString('sv', { timeZone: ZONE }).slice(11, 16)
export const whole = (mw: number) => Math.round(mw).toLocaleString('en-US').replace('-', '−')
export const signed = (mw: number) => (Math.round(mw) > 0 ? '+' : '') + whole(mw)
