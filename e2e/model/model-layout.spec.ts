import type { Locator, Page } from '@playwright/test'

import { expect, test } from '#e2e/testing/test.ts'

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(13)
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** Where an element is. One that is being drawn again has no place for a moment. */
async function boxOf(target: Locator): Promise<Box> {
  return (await target.boundingBox()) ?? boxOf(target)
}

const SOON = { timeout: 5000 }

/** A fresh server replays the runs of the past weeks after it has become ready. */
async function untilReplayed(look: () => Promise<void>): Promise<void> {
  await expect(look).toPass({ timeout: 120_000 })
}

function dayAgo(days: number): string {
  const date = new Date(Date.now() - days * 86_400_000)
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(date)
}

test.describe('on a wide screen of 900 px height', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('map, hour and the chart of the country are in sight together', async ({ signedIn: page }) => {
    await open(page, '/model?country=de')
    await expect(page.locator('.leaflet-container')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Play' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeInViewport({ ratio: 1 })
    const chart = page.getByRole('application', { name: 'Forecast for Germany' })
    await expect(chart).toBeInViewport({ ratio: 0.8 })
  })

  test('choosing a country leaves the map where it is', async ({ signedIn: page }) => {
    await open(page, '/model')
    const germany = page.locator('path[data-code="DEU"]')
    const before = await boxOf(germany)
    await page.locator('path[data-code="POL"]').click()
    await expect(page.getByRole('heading', { name: 'Data for: Poland' })).toBeVisible()
    const after = await boxOf(germany)
    expect([after.x, after.y]).toEqual([before.x, before.y])
  })
})

test('a line in the chart marks the selected hour, and Play moves it', async ({ signedIn: page }) => {
  await open(page, '/model?country=de&hour=12')
  const mark = page.locator('.chart-mark').first()
  await expect(mark).toBeVisible()
  const plot = await boxOf(page.getByRole('application', { name: 'Forecast for Germany' }).locator('.u-over'))
  const place = async () => ((await boxOf(mark)).x - plot.x) / plot.width
  expect(await place()).toBeCloseTo(12 / 23, 1)
  await page.getByRole('button', { name: 'Play' }).click()
  await expect.poll(place).toBeGreaterThan(14 / 23)
})

test('the larger the value of a country, the deeper its colour', async ({ signedIn: page }) => {
  await open(page, '/model?hour=18')
  const fill = (code: string) => page.locator(`path[data-code="${code}"]`).getAttribute('fill')
  const fills = await Promise.all(['DEU', 'POL', 'SVN'].map(fill))
  expect(new Set(fills).size).toBe(3)
  await expect(page.getByText('0', { exact: true }).first()).toBeVisible()
})

test('a past day shows its actual values in its own chart and says that its run was replayed', async ({
  signedIn: page,
}) => {
  await untilReplayed(async () => {
    await page.goto(`/model?country=de&day=${dayAgo(3)}`)
    const dayBefore = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }).format(
      new Date(`${dayAgo(4)}T12:00`),
    )
    await expect(page.getByText(`· As of ${dayBefore}, 18:00 (replayed)`)).toBeVisible(SOON)
  })
  const details = page.getByRole('region', { name: 'Data for: Germany' })
  await expect(details.getByRole('button', { name: /^Actual\b/ })).toBeVisible()
})

test('the time zone is on the page and over its table', async ({ signedIn: page }) => {
  await open(page, '/model?country=de')
  await expect(page.getByText(/^Residual load forecast for .*\(Europe\/Berlin, CES?T\)/)).toBeVisible()
  await expect(
    page.getByRole('table', { name: /^Germany by hour, MW \(Europe\/Berlin, CES?T\)$/ }),
  ).toBeVisible()
})

test('headline and panel give one error', async ({ signedIn: page }) => {
  const row = page.getByRole('row', { name: /^Final value [\d,]+ MW/ })
  await untilReplayed(async () => {
    await open(page, '/model?country=de')
    await expect(row).toBeVisible(SOON)
  })
  const error = /([\d,]+) MW/.exec((await row.textContent()) ?? '')?.[1]
  await expect(page.getByText(new RegExp(`28-day error of (early|complete) runs ${error} MW`))).toBeVisible()
})

for (const height of [768, 600]) {
  test.describe(`on a window of 1024 × ${height} px`, () => {
    test.use({ viewport: { width: 1024, height } })

    test('choosing a country leads to its details, which open out of sight', async ({ signedIn: page }) => {
      await open(page, '/model')
      await page.locator('path[data-code="DEU"]').click()
      const show = page.getByRole('button', { name: 'Show data' })
      await expect(show).toBeInViewport({ ratio: 1 })
      await show.click()
      await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeInViewport({ ratio: 1 })
      await expect(show).toBeHidden()
    })
  })
}

test.describe('with a mouse on a screen of 1440 × 900 px', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('the reading of the country’s chart floats in sight, and nothing leads to what is there', async ({
    signedIn: page,
  }) => {
    await open(page, '/model?country=de')
    await expect(page.getByText('P10–P90').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show data' })).toBeHidden()
    const chart = page.getByRole('application', { name: 'Forecast for Germany' })
    await chart.hover({ position: { x: 200, y: 150 } })
    await expect(page.locator('.chart-tooltip-shown')).toBeInViewport({ ratio: 1 })
  })
})

for (const width of [320, 390]) {
  test.describe(`on a phone ${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true })

    test('choosing a country on the map says what opened and leads there, and nothing is covered or cut', async ({
      signedIn: page,
    }) => {
      await open(page, '/model')
      const map = await boxOf(page.locator('.leaflet-container'))
      for (const name of ['Zoom in', 'Zoom out', 'Whole map']) {
        const button = await boxOf(page.getByRole('button', { name, exact: true }).first())
        expect(button.y).toBeGreaterThanOrEqual(map.y + map.height)
      }
      await page.locator('path[data-code="DEU"]').tap()
      const show = page.getByRole('button', { name: 'Show data' })
      await expect(show).toBeInViewport({ ratio: 1 })
      await show.tap()
      await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeFocused()
      const head = page.getByRole('columnheader', { name: 'Final Value' })
      await head.scrollIntoViewIfNeeded()
      const cell = page
        .getByRole('row', { name: /^18:00/ })
        .getByRole('cell')
        .last()
      for (const box of [await boxOf(head), await boxOf(cell)]) {
        expect(box.x + box.width).toBeLessThanOrEqual(width)
      }
    })
  })
}
