import { expectAccessible, expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { boxOf } from '#e2e/testing/boxes.ts'
import { card, chart, runButton } from '#e2e/testing/cards.ts'
import { hoursFrom, QUERY } from '#e2e/testing/graphs.ts'
import { expect, test } from '#e2e/testing/test.ts'

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

const START = Date.parse('2026-11-13T23:00Z')
const LINK = '/dashboard?v=1&g=DE,residual,H,2026-11-14T00:00,2026-11-20T23:59,run'
const LONG_NAME = 'Bosnia-Herzegovina · previous week'

test.beforeEach(async ({ page }) => {
  const curve = hoursFrom(START, 168, (hour) => -40_000 - hour)
  await page.route(QUERY, (route) => route.fulfill({ json: { Actual: curve, [LONG_NAME]: curve } }))
})

test('after a run and a reload the filters stay, and the page scrolls to the chart', async ({ page }) => {
  await page.goto('/dashboard')
  await runButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(chart(page).locator('canvas')).toBeInViewport({ ratio: 0.9 })
  await expect(runButton(page)).toBeFocused()
  await expect(card(page).getByRole('button', { name: 'Filters of graph 1' })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await expectAccessible(page)
  await page.reload()
  await expect(chart(page).locator('canvas')).toBeVisible()
  await expect(runButton(page)).toBeVisible()
})

test('a card of a link shows its chart, its reading below, a table that goes on', async ({ page }) => {
  await page.goto(LINK)
  await expect(chart(page).locator('canvas')).toBeVisible()
  await expect(runButton(page)).toBeHidden()
  await expectNoSidewaysScroll(page)

  await chart(page).focus()
  await page.keyboard.press('Home')
  const reading = card(page).locator('.chart-tooltip-shown')
  await expect(reading).toContainText('Saturday, November 14, 2026 at 00:00 CET')
  await expect(reading.getByText(LONG_NAME)).toBeVisible()
  const plot = await boxOf(chart(page))
  expect((await boxOf(reading)).y).toBeGreaterThanOrEqual(plot.y + plot.height)
  // At the window's edge if the foot of the plot is out of sight.
  await page.setViewportSize({ width: 390, height: 300 })
  await chart(page).evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await expect(reading).toBeInViewport({ ratio: 1 })
  expect(await reading.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  // Each value is beside its sample and name.
  const apart = await reading.locator('.chart-tooltip-row').evaluateAll((rows) =>
    rows.map(({ children }) => {
      const tops = [...children].map((part) => part.getBoundingClientRect().top)
      return Math.max(...tops) - Math.min(...tops)
    }),
  )
  expect(apart).toHaveLength(2)
  expect(Math.max(...apart)).toBeLessThan(10)

  // Cards are never beside each other.
  await page.getByRole('button', { name: 'Options of graph 1' }).click()
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Half width/ })).toBeHidden()
  await page.keyboard.press('Escape')

  // The table scrolls at this width with or without remarks.
  await page.setViewportSize({ width: 320, height: 800 })
  await card(page).getByRole('button', { name: 'Table', exact: true }).click()
  const table = card(page).getByRole('region', { name: /^Curves/ })
  const fades = () => table.evaluate((element) => getComputedStyle(element).maskImage !== 'none')
  expect(await fades()).toBe(true)
  const leftOfTime = () =>
    card(page)
      .getByRole('rowheader')
      .first()
      .evaluate((time) => time.getBoundingClientRect().left)
  const left = await leftOfTime()
  await table.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  await expect.poll(fades).toBe(false)
  // The time stays in sight beside its figures.
  await expect.poll(leftOfTime).toBeCloseTo(left, 0)
})

test.describe('with a mouse', () => {
  test.use({ hasTouch: false, isMobile: false })

  test('a name of two lines keeps its value beside it', async ({ page }) => {
    const long = 'Model forecast (without Bosnia-Herzegovina and Macedonia) · previous week'
    const curve = hoursFrom(START, 3, (hour) => 1000 + hour)
    await page.route(QUERY, (route) => route.fulfill({ json: { [long]: curve, Second: curve } }))
    await page.goto(LINK)
    await chart(page).focus()
    await page.keyboard.press('Home')
    const reading = card(page).locator('.chart-tooltip-shown')
    const name = await boxOf(reading.getByText(long))
    const value = await boxOf(reading.getByText('1,000.00 MW').first())
    expect(name.height).toBeGreaterThan(19)
    expect(value.y).toBeCloseTo(name.y, 0)

    // Like a zoom of 400%: complete and in sight.
    await page.setViewportSize({ width: 320, height: 256 })
    await chart(page).evaluate((element) => element.scrollIntoView({ block: 'start' }))
    await page.keyboard.press('End')
    await expect(reading).toBeInViewport({ ratio: 1 })
    const isCut = await reading.getByText(long).evaluate((text) => text.scrollHeight > text.clientHeight)
    expect(isCut).toBe(false)
  })
})

test('a link to a country opens in its sight', async ({ page }) => {
  await page.goto('/model?country=de')
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeInViewport()
})

test('what moves takes 120 to 180 ms, and no time where motion is not wanted', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/model?country=de')
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  const durations = () =>
    page.evaluate(() => [
      ...new Set(
        [...document.querySelectorAll('*')].flatMap((element) => {
          const { transitionProperty, transitionDuration } = getComputedStyle(element)
          return transitionProperty === 'all' ? [] : transitionDuration.split(', ').map(Number.parseFloat)
        }),
      ),
    ])
  const moving = await durations()
  expect(Math.max(...moving)).toBeGreaterThan(0)
  for (const seconds of moving.filter((value) => value > 0)) {
    expect(seconds).toBeGreaterThanOrEqual(0.12)
    expect(seconds).toBeLessThanOrEqual(0.18)
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await durations()).toEqual([0])
})
