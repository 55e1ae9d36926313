import { expect, test } from './test.ts'

const MAX_PRESSES = 3
/** The browser's zone has the market's days and hours. */
export const ZONE = 'Europe/Berlin'

/** Each test of the file starts at Home and takes at most three presses. */
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

/** `13:00`, in `ZONE`. */
export const clock = (instant: string) =>
  new Date(instant).toLocaleString('sv', { timeZone: ZONE }).slice(11, 16)
export const whole = (mw: number) => Math.round(mw).toLocaleString('en-US').replace('-', '−')
export const signed = (mw: number) => (Math.round(mw) > 0 ? '+' : '') + whole(mw)
