import type { Page } from '@playwright/test'

import { boxOf, shownControls } from '#e2e/testing/boxes.ts'
import { dayFromToday } from '#e2e/testing/days.ts'
import { labels, openMap } from '#e2e/testing/model.ts'
import { expect, test } from '#e2e/testing/test.ts'

const SOON = { timeout: 5000 }

/** A new server replays past weeks after it has become ready. */
async function untilReplayed(look: () => Promise<void>): Promise<void> {
  await expect(look).toPass({ timeout: 120_000 })
}

const inDetails = (page: Page) => ({
  heading: page.getByRole('heading', { name: 'Data for: Germany' }),
  table: page.getByRole('table', { name: /^Germany by hour/ }),
  chart: page.getByRole('application', { name: 'Forecast for Germany' }),
})

for (const width of [1440, 1280, 1024, 390]) {
  test(`a country: heading, table, chart, then the rest, ${width} px wide @§2.5-9`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openMap(page, '/model?country=de')
    const { heading, table, chart } = inDetails(page)
    const made = page.getByText(/ Final forecast: /)
    await untilReplayed(() => expect(made).toBeVisible(SOON))
    await expect(chart).toBeVisible()
    const order = await page
      .locator('#country-heading, table:has(caption:has-text("by hour")), figure.chart')
      .evaluateAll((elements) => elements.map((element) => element.localName))
    expect(order).toEqual(['h2', 'table', 'figure'])
    const [mapBox, detailsBox, tableBox, chartBox] = await Promise.all(
      [
        page.getByRole('region', { name: 'Map', exact: true }),
        page.getByRole('region', { name: 'Data for: Germany' }),
        table,
        chart,
      ].map(boxOf),
    )
    if (!mapBox || !detailsBox || !tableBox || !chartBox) throw new Error('nothing is drawn')
    expect(chartBox.height).toBe(400)
    const isChartBeside = width >= 1280
    if (isChartBeside) {
      expect(chartBox.x).toBeGreaterThan(tableBox.x + tableBox.width)
      expect(detailsBox.width / mapBox.width).toBeGreaterThan(1.9)
    } else expect(chartBox.y).toBeGreaterThan(tableBox.y + tableBox.height)
    expect(tableBox.width).toBeLessThanOrEqual(detailsBox.width)
    const isBeside = width >= 1024
    if (isBeside) {
      expect(detailsBox.y).toBe(mapBox.y)
      expect(detailsBox.x).toBeGreaterThan(mapBox.x + mapBox.width)
      await expect(heading).toBeInViewport({ ratio: 1 })
    } else expect(detailsBox.y - mapBox.y - mapBox.height).toBeLessThan(20)
    expect((await boxOf(made)).y).toBeGreaterThan(chartBox.y + chartBox.height)
    const name = await boxOf(page.getByRole('button', { name: 'Final_Value' }))
    const sentence = await boxOf(page.getByText(/^Final forecast: lowest/))
    expect(sentence.y - name.y - name.height).toBeLessThan(12)
    if (width === 1440) expect(await shownControls(page.locator('main'))).toBeLessThanOrEqual(25)
  })
}

test.describe('on a notebook of 1366 × 768 px', () => {
  test.use({ viewport: { width: 1366, height: 768 } })

  test('map, slider and Play are in sight on entering @§2.5-2', async ({ page }) => {
    await openMap(page)
    for (const target of [
      page.locator('.leaflet-container'),
      page.getByText('21:00', { exact: true }),
      page.getByRole('button', { name: 'Play' }),
    ])
      await expect(target).toBeInViewport({ ratio: 1 })
    // A chosen country takes two thirds of the width; the map keeps its height and shows the country.
    const map = page.locator('.leaflet-container')
    const before = await boxOf(map)
    await page.locator('path[data-code="POL"]').click()
    await expect(page.getByRole('heading', { name: 'Data for: Poland' })).toBeVisible()
    await expect.poll(async () => (await boxOf(map)).width / before.width).toBeLessThan(0.6)
    expect(await boxOf(map)).toMatchObject({ x: before.x, y: before.y, height: before.height })
    await expect(page.locator('.map-label.is-selected')).toBeInViewport({ ratio: 1 })
  })
})

test('a line in the chart marks the selected hour, and Play moves it', async ({ page }) => {
  await openMap(page, '/model?country=de&hour=12')
  const mark = page.locator('.chart-mark').first()
  await expect(mark).toBeVisible()
  const plot = await boxOf(page.getByRole('application', { name: 'Forecast for Germany' }).locator('.u-over'))
  const place = async () => ((await boxOf(mark)).x - plot.x) / plot.width
  expect(await place()).toBeCloseTo(12 / 23, 1)
  await page.getByRole('button', { name: 'Play' }).click()
  await expect.poll(place).toBeGreaterThan(14 / 23)
  // Its reading stays in sight, and its legend hides curves.
  await page.setViewportSize({ width: 1440, height: 900 })
  const { chart } = inDetails(page)
  await chart.hover({ position: { x: 200, y: 150 } })
  await expect(page.locator('.chart-tooltip-shown')).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'TSO', exact: true, pressed: true }).click()
  await expect(page.getByRole('button', { name: 'TSO', exact: true, pressed: false })).toBeVisible()
})

for (const width of [1440, 390]) {
  test(`title and tabs stand still whatever tab is open, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openMap(page, '/model?country=de')
    const head = page.locator('main header').first()
    const places = () =>
      head
        .locator(width === 390 ? 'h1, [role=tab]' : 'h1, [role=tab], button:not(:has-text("Map shows"))')
        .evaluateAll((all) => all.map((each) => `${each.textContent} ${each.getBoundingClientRect().x}`))
    await expect(page.getByText(/ · run of \d\d:\d\d$/)).toBeVisible()
    const onMap = await places()
    const top = (await boxOf(page.getByRole('tabpanel'))).y
    for (const name of ['Day at a glance', 'Accuracy']) {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByRole('tabpanel', { name })).toBeVisible()
      expect(await places()).toEqual(onMap)
      if (width === 1440) expect((await boxOf(page.getByRole('tabpanel'))).y).toBe(top)
    }
    if (width === 1440) expect(top).toBeLessThan(140)
    const choice = page.getByRole('button', { name: 'Map shows: Final forecast' })
    await expect(choice).toHaveCount(0)
    await page.getByRole('tab', { name: 'Map' }).click()
    await choice.click()
    await page.getByRole('menuitem', { name: 'Difference from TSO' }).click()
    await expect(page).toHaveURL('/model?country=de&metric=against-tso')
    // The bounds of the colours stand apart, in sight.
    const bounds = page
      .getByRole('region', { name: 'Map', exact: true })
      .locator('.justify-between > span:visible', { hasText: /^[−\d.]+$/ })
    await expect(bounds.first()).toHaveText(/^−/)
    const sides = await bounds.evaluateAll((all) =>
      all.flatMap((each) => {
        const range = document.createRange()
        range.selectNodeContents(each)
        const { left, right } = range.getBoundingClientRect()
        return [left, right]
      }),
    )
    expect(sides.slice(1).every((side, index) => side > (sides[index] ?? 0))).toBe(true)
  })
}

test('a past day has its actual values in a chart and a replayed run', async ({ page }) => {
  await untilReplayed(async () => {
    await page.goto(`/model?country=de&day=${dayFromToday(-3)}`)
    const dayBefore = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }).format(
      new Date(`${dayFromToday(-4)}T12:00`),
    )
    await expect(page.getByText(`· run as of ${dayBefore}, 18:00 (replayed)`)).toBeVisible(SOON)
  })
  const details = page.getByRole('region', { name: 'Data for: Germany' })
  await expect(details.getByRole('button', { name: /^Actual\b/ })).toBeVisible()
  const heads = details.getByRole('columnheader')
  await expect(heads).toHaveText([
    'TSO',
    'Instance Today',
    'Instance Tomorrow',
    'Final Value',
    'Actual',
    'Error',
  ])
  const noon = await details
    .getByRole('row', { name: /^12:00/ })
    .getByRole('cell')
    .allTextContents()
  const [final = 0, actual = 0, error = 0] = noon
    .slice(-3)
    .map((text) => Number(text.replace(',', '').replace('−', '-')))
  expect(Math.abs(final - actual - error)).toBeLessThanOrEqual(1)
  // No other day is shown beside it.
  await expect(page.getByText(/: mean error [\d,]+ MW/)).toBeHidden()
})

test('a country from the list takes its place, leads to others, and gives it back', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 600 })
  await openMap(page)
  const list = page.getByRole('region', { name: 'Countries' })
  const heading = (name: string) => page.getByRole('heading', { name: `Data for: ${name}` })
  await list.getByRole('button', { name: /^Germany/ }).focus()
  await page.keyboard.press('Enter')
  await expect(heading('Germany')).toBeFocused()
  await expect(heading('Germany')).toBeInViewport({ ratio: 1 })
  await expect(list).toBeHidden()
  await page.getByRole('button', { name: 'Germany Country' }).click()
  await page.getByRole('option', { name: 'Austria' }).click()
  await expect(page).toHaveURL('/model?country=at')
  await expect(heading('Austria')).toBeVisible()
  await page.getByRole('button', { name: 'Close, show all countries' }).click()
  await expect(list.getByRole('heading')).toBeFocused()
  await expect(page).toHaveURL('/model')
})

for (const width of [320, 390]) {
  test.describe(`on a phone ${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true })

    test('the map comes first, then slider, Play and the choices of day and run', async ({ page }) => {
      await openMap(page)
      const mapBox = () => boxOf(page.locator('.leaflet-container'))
      const before = await mapBox()
      expect(before.y).toBeLessThan(844 / 4)
      for (const name of ['Play', 'Previous delivery day', 'Map shows: Final forecast'])
        await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
      const [play, day] = await Promise.all(
        ['Play', 'Previous delivery day'].map((name) => boxOf(page.getByRole('button', { name }))),
      )
      expect(play && day && play.y + play.height < day.y).toBe(true)
      await page.getByRole('button', { name: 'Map shows: Final forecast' }).tap()
      await page.getByRole('menuitem', { name: 'Difference from TSO' }).tap()
      await expect(page).toHaveURL('/model?metric=against-tso')
      await page.evaluate(() => scrollTo(0, 0))
      expect(await mapBox()).toEqual(before)
    })

    test('a country chosen on the map opens in sight below it; nothing is cut', async ({ page }) => {
      await openMap(page)
      const texts = await Promise.all((await labels(page).all()).map(boxOf))
      for (const name of ['Zoom in', 'Zoom out', 'Whole map']) {
        const button = await boxOf(page.getByRole('button', { name, exact: true }).first())
        expect(
          texts.filter((text) => text.x < button.x + button.width && text.y + text.height > button.y),
        ).toEqual([])
      }
      await page.locator('path[data-code="DEU"]').tap()
      await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeInViewport({ ratio: 1 })
      await expect(page.locator('path[data-code="DEU"]')).toBeInViewport()
      const chosen = page.getByRole('button', { name: 'Germany Country' })
      expect(
        await chosen
          .locator('span')
          .first()
          .evaluate((name) => name.scrollWidth > name.clientWidth),
      ).toBe(false)
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
