import type { Page } from '@playwright/test'

import { FORECAST_PATH } from '#contract/forecast.ts'
import { STATUS_PATH } from '#contract/status.ts'
import { card, chart, runButton } from '#e2e/testing/cards.ts'
import { hoursFrom, QUERY, STATUS } from '#e2e/testing/graphs.ts'
import { expect, test } from '#e2e/testing/test.ts'

const SCRIPT = '<script>window.wasRun=1</script>'

/** Texts that would run or load something if a page treated them as markup, script or URL. */
const PAYLOADS = [
  '<img src=x onerror="window.wasRun=1">',
  '"><svg onload="window.wasRun=1">',
  "'-(window.wasRun=1)-'",
  SCRIPT,
  '<iframe srcdoc="<script>parent.wasRun=1</script>">',
  'javascript:window.wasRun=1',
  '{{constructor.constructor("window.wasRun=1")()}}',
  '${window.wasRun=1}',
  '<style>@import "https://foreign.example/x.css"</style>',
  '\u202Elaod laudiser\u202C',
  '__proto__',
  'constructor',
  'x'.repeat(100_000),
]

declare global {
  interface Window {
    wasRun?: number
  }
}

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(() => window.wasRun)).toBeUndefined()
  expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([])
}

test.beforeEach(({ page }) => {
  page.on('dialog', () => {
    throw new Error('a dialog opened')
  })
})

test('names of curves are text, in chart, legend, tooltip, table and files', async ({ page }) => {
  const start = Date.parse('2026-11-13T23:00Z')
  const answer = Object.fromEntries(
    PAYLOADS.map((name, index) => [name, hoursFrom(start, 24, (hour) => 1000 * index + hour)]),
  )
  // JSON text, because an object literal treats `__proto__` as its prototype.
  const body = JSON.stringify(answer).replace('{', `{"__proto__":${JSON.stringify(answer['constructor'])},`)
  await page.route(QUERY, (route) => route.fulfill({ body, contentType: 'application/json' }))
  await page.goto('/dashboard')
  await runButton(page).click()
  await expect(card(page).getByRole('button', { name: SCRIPT, exact: true })).toBeVisible()
  await chart(page).hover()
  await expect(page.locator('.chart-tooltip-shown')).toContainText('onerror')
  for (const item of ['Download CSV', 'Download PNG']) {
    await page.getByRole('button', { name: 'Files and link of graph 1' }).click()
    await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()])
  }
  await page.getByRole('button', { name: 'Table' }).click()
  await expect(card(page).getByRole('columnheader', { name: SCRIPT, exact: true })).toBeVisible()
  await expectHarmless(page)
})

test('names of countries, hours and shapes, and the status of the server, are text', async ({ page }) => {
  const entry = { TSO: 1, Instance_Today: 2, Instance_Tomorrow: 3, Final_Value: 4 }
  const hours = Object.fromEntries(['00:00', ...PAYLOADS].map((key) => [key, entry]))
  const json = Object.fromEntries(['de', ...PAYLOADS].map((code) => [code, hours]))
  const [text = ''] = PAYLOADS
  const outage = {
    message: text,
    sinceUtc: '2026-11-20T10:00:00Z',
    tries: 2,
    nextTryUtc: '2026-11-20T10:05:00Z',
  }
  await page.route(`**${FORECAST_PATH}`, (route) => route.fulfill({ json }))
  await page.route(`**${STATUS_PATH}`, (route) =>
    route.fulfill({ json: { ...STATUS, source: text, credit: text, outage } }),
  )
  await page.route('**/map.geo.json', async (route) => {
    const response = await route.fetch()
    const shapes = await response.json()
    for (const [index, { properties }] of shapes.features.entries()) {
      const isGermany = properties.iso_a3 === 'DEU'
      for (const key of Object.keys(properties)) properties[key] = PAYLOADS[index % PAYLOADS.length]
      // Drawn as the shape of a country with a forecast.
      if (isGermany) properties.iso_a3 = 'DEU'
    }
    await route.fulfill({ json: shapes })
  })
  await page.goto('/model?country=de')
  await expect(page.locator('.leaflet-container path').first()).toBeAttached()
  await expect(page.getByText(`No new values arrive: ${text}`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  await page.getByRole('button', { name: 'Germany Country' }).click()
  await expect(page.getByRole('option', { name: SCRIPT })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close, show all countries' }).click()
  await expect(page.getByRole('list').getByRole('button', { name: SCRIPT })).toBeVisible()
  await expect(page.getByRole('list').getByRole('button', { name: /^constructor/ })).toBeVisible()
  await expectHarmless(page)
  // Another request for the file may still be running.
  await page.unrouteAll({ behavior: 'wait' })
})

test('the content security policy stops a page that writes markup', async ({ page, watch }) => {
  watch.expected.push(/Trusted(HTML|Script)|Content Security Policy|Refused/)
  await page.goto('/home')
  const outcome = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src=x onerror="window.wasRun=1">'
      return 'written'
    } catch (error) {
      return String(error)
    }
  })
  expect(outcome).toContain('TrustedHTML')
  await expectHarmless(page)
})
