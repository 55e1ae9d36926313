import { BAND_PATH } from '#contract/band.ts'
import { STATUS_PATH } from '#contract/status.ts'
import { hideOwnBackend } from '#e2e/testing/foreign-backend.ts'
import {
  card,
  chart,
  chooseFromMenu,
  downloadText,
  hoursFrom,
  queriesOf,
  QUERY,
  STATUS,
} from '#e2e/testing/graphs.ts'
import { inBothWays, test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

const START = Date.parse('2026-11-12T23:00:00Z')
const CARD = 'DE,residual,H,2026-11-13T00:00,2026-11-14T23:59,run'

inBothWays(() => {
  test('the band is asked for when it is chosen, and stands in legend, link and file', async ({
    signedIn: page,
    hand,
  }) => {
    await page.route(QUERY, (route) =>
      route.fulfill({
        json: { Actual: hoursFrom(START, 48, () => 1000), 'Model forecast': hoursFrom(START, 48, () => 950) },
      }),
    )
    await page.route(`**${STATUS_PATH}`, (route) =>
      route.fulfill({ json: { ...STATUS, source: 'Demo data' } }),
    )
    const bands: unknown[] = []
    await page.route(`**${BAND_PATH}`, (route) => {
      bands.push(route.request().postDataJSON())
      return route.fulfill({
        json: { P10: hoursFrom(START, 24, () => 800), P90: hoursFrom(START, 24, () => 1100) },
      })
    })
    const queries = queriesOf(page)
    await page.goto(`/dashboard?v=1&g=${CARD}`)
    await expect(chart(page)).toBeVisible()
    expect(bands).toHaveLength(0)
    await chooseFromMenu(page, hand, 'Show P10–P90')
    const band = card(page).locator('.chart-legend-band')
    await expect(band).toHaveText('P10–P90 of the final value')
    expect(bands).toEqual([queries[0]?.postDataJSON()])
    await expect(page).toHaveURL(/,run,band/)
    await chart(page).focus()
    await page.keyboard.press('Home')
    await expect(card(page).locator('.chart-tooltip-shown')).toContainText('800.00 – 1,100.00 MW')
    await hand.expectAccessible()
    const csv = await downloadText(page, hand, 'Download CSV')
    expect(csv).toContain('"P10–P90 of the final value, low (MW, Demo data)"')
    expect(csv).toContain(',1000,950,800,1100\r\n')
    await chooseFromMenu(page, hand, 'Hide P10–P90')
    await expect(band).toHaveCount(0)
    await expect(page).not.toHaveURL(/band/)
  })
})

test('a foreign backend is not offered bands, and a link that asks for one shows the curves', async ({
  signedIn: page,
}) => {
  await hideOwnBackend(page)
  await page.route(QUERY, (route) => route.fulfill({ json: { Actual: hoursFrom(START, 48, () => 1000) } }))
  await page.goto(`/dashboard?v=1&g=${CARD},band`)
  await expect(chart(page).locator('canvas')).toBeVisible()
  await page.getByRole('button', { name: 'Options of graph 1' }).click()
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /P10/ })).toHaveCount(0)
})
