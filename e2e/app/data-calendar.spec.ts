import type { Page } from '@playwright/test'

import {
  DATA_DAYS_PATH,
  type DataDaysAnswer,
  type DataDaysQuery,
  DataDaysQuerySchema,
} from '#contract/data-days.ts'
import { expectAccessible, expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { rowsOfColour } from '#e2e/testing/canvas.ts'
import { card, chart, chooseFilter, downloadText, runButton } from '#e2e/testing/cards.ts'
import { dayFromToday } from '#e2e/testing/days.ts'
import { hoursFrom, QUERY } from '#e2e/testing/graphs.ts'
import { inBothWays, test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

/** A calendar that ends on 21 November 2026. */
const ANSWER: DataDaysAnswer = {
  fromDay: '2026-10-22',
  toDay: '2026-11-21',
  unpublished: [{ area: 'SK', item: 'wind forecast' }],
  basis: [{ area: 'DE', text: 'DE: bidding zone DE-LU with Luxembourg; sources: entsoe' }],
  notices: ['The service ends in May.'],
  marks: [
    { area: 'DE', item: 'load', state: 'low', days: ['2026-11-18', '2026-11-19'] },
    { area: 'FR', item: 'wind', state: 'missing', days: ['2026-11-10'] },
    { area: 'CH', item: 'load forecast', state: 'copied', days: ['2026-11-18'] },
  ],
  unknownHours: [],
  delays: [
    {
      area: 'CZ',
      quantity: 'load',
      newestUtc: '2026-10-25T20:00:00Z',
      nowMinutes: 1020,
      usualMinutes: 75,
      p90Minutes: null,
      sinceDay: '2026-11-20',
    },
  ],
}

async function answerDays(page: Page, all = ANSWER.marks): Promise<DataDaysQuery[]> {
  const asked: DataDaysQuery[] = []
  await page.route(`**${DATA_DAYS_PATH}?*`, (route) => {
    const query = DataDaysQuerySchema.parse(Object.fromEntries(new URL(route.request().url()).searchParams))
    asked.push(query)
    const marks = all.filter(({ area }) => query.area === undefined || query.area === area)
    return route.fulfill({ json: { ...ANSWER, marks } })
  })
  return asked
}

const grid = (page: Page) => page.getByRole('grid', { name: /by area and day$/ })

inBothWays(() => {
  test('the menu at the foot leads to the calendar; a day opens as a graph', async ({ page, hand }) => {
    const asked = await answerDays(page)
    await page.route(QUERY, (route) =>
      route.fulfill({
        json: { Actual: hoursFrom(Date.parse('2026-11-17T23:00Z'), 24, (hour) => 30_000 + hour) },
      }),
    )
    await page.goto('/account')
    await hand.press(page.getByRole('contentinfo').getByRole('button', { name: 'Data, guide and API' }))
    await expect(page.getByRole('menuitem')).toHaveText(['Data calendar', 'Guide', 'API'])
    await hand.take(page.getByRole('menuitem', { name: 'Data calendar' }))
    await expect(page).toHaveURL('/data')
    await expect(page.getByRole('heading', { name: 'Data calendar' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Values in doubt' }).getByRole('listitem')).toHaveText([
      'The service ends in May.',
      /^Actual load of Germany is suspiciously low \(Nov 18 to Nov 19\)\./,
      /^The TSO’s load forecast of Switzerland/,
      'Actual load of Czech Republic is 17 h late; usually it is up to 1 h. Late since Nov 20.',
    ])
    const germany = grid(page).getByRole('row', { name: /Germany/ })
    await expect(germany.getByRole('gridcell')).toHaveCount(31)
    const low = germany.getByRole('gridcell', { name: 'suspiciously low' }).first()
    await expect(low).toBeInViewport()
    await expect(grid(page).getByRole('gridcell', { name: 'missing' })).toHaveCount(1)
    await hand.choose(page.getByRole('radio', { name: 'Wind' }))
    await expect(germany.getByRole('gridcell', { name: 'complete' })).toHaveCount(31)
    await hand.choose(page.getByRole('radio', { name: 'All' }))
    await hand.expectAccessible()

    if (hand.way === 'mouse') {
      await low.hover()
      await expect(page.getByText('load suspiciously low · solar complete')).toBeVisible()
      await expect(page.getByText('DE: bidding zone DE-LU with Luxembourg')).toBeVisible()
      await low.click()
    } else {
      await grid(page).locator('td[tabindex="0"]').focus()
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft')
      await expect(low).toBeFocused()
      await expect(page.getByText('Germany, Wednesday, November 18, 2026')).toBeVisible()
      await page.keyboard.press('Enter')
    }
    await expect(page).toHaveURL('/dashboard?v=1&g=DE,residual,H,2026-11-18T00:00,2026-11-18T23:59,run')
    await expect(chart(page).locator('canvas')).toBeVisible()
    const marks = card(page).getByRole('list', { name: 'Values in doubt' })
    await expect(marks).toHaveText(/^Actual load of Germany is suspiciously low/)
    expect(asked.at(-1)).toEqual({ area: 'DE', from: '2026-11-18', to: '2026-11-19' })

    const lines = (await downloadText(page, hand, 'Download CSV')).split('\r\n')
    expect(lines[0]).toMatch(/,remark$/)
    expect(lines[1]).toMatch(/,load of Germany suspiciously low$/)
    await hand.press(card(page).getByRole('button', { name: 'Table' }))
    await expect(card(page).getByRole('columnheader', { name: 'Remark' })).toBeVisible()
    await expect(card(page).getByRole('cell', { name: 'load of Germany suspiciously low' })).toHaveCount(24)
  })
})

test('a card of errors says where only the last version of a forecast is kept', async ({ page }) => {
  await answerDays(page, [
    { area: 'FR', item: 'load forecast', state: 'last-published', days: ['2026-11-18'] },
  ])
  const curve = (valueMw: number) => hoursFrom(Date.parse('2026-11-17T23:00Z'), 24, (hour) => valueMw + hour)
  const json = { Actual: curve(7000), 'TSO forecast': curve(7100), 'Model forecast': curve(7050) }
  await page.route(QUERY, (route) => route.fulfill({ json }))
  const day = '2026-11-18T00:00,2026-11-18T23:59'
  await page.goto(`/dashboard?v=1&g=FR,residual,H,${day},run,errors,table`)
  await expect(
    card(page).getByText('TSO forecast as last published, maybe after the day (Nov 18): it is not scored.'),
  ).toBeVisible()
  // 24 hours, then minimum and maximum.
  await expect(card(page).getByRole('cell', { name: /^50\b/ })).toHaveCount(24 + 2)
  await expect(card(page).getByRole('cell', { name: /^100\b/ })).toHaveCount(0)
  await expect(card(page).getByRole('cell', { name: 'TSO forecast as last published' })).toHaveCount(24)
})

test('the days of a card are requested once no card waits for its curves', async ({ page }) => {
  const asked = await answerDays(page)
  const json = { Actual: hoursFrom(Date.parse('2026-11-17T23:00Z'), 24, (hour) => 9000 + hour) }
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(QUERY, async (route) => {
    if (route.request().postDataJSON().area === 'NL') await held
    await route.fulfill({ json })
  })
  const day = '2026-11-18T00:00,2026-11-18T23:59'
  await page.goto(`/dashboard?v=1&g=DE,residual,H,${day},run&g=NL,residual,H,${day},run`)
  await expect(chart(page).locator('canvas').first()).toBeVisible()
  expect(asked).toEqual([])
  release()
  await expect.poll(() => asked.map(({ area }) => area)).toEqual(['DE', 'NL'])
})

test('the tint of days in doubt follows the answer on the screen', async ({ page, hand }) => {
  await answerDays(page, [
    { area: 'NL', item: 'load', state: 'low', days: ['2026-11-18'] },
    { area: 'PL', item: 'load', state: 'high', days: ['2026-11-20'] },
  ])
  const json = { Actual: hoursFrom(Date.parse('2026-11-17T23:00Z'), 96, (hour) => 9000 + hour) }
  await page.route(QUERY, (route) => route.fulfill({ json }))
  const tint = async () => {
    const columns = await rowsOfColour(chart(page), '--caution', 0)
    const { length } = columns.filter((rows) => rows.length > 0)
    const first = columns.findIndex((rows) => rows.length > 0)
    return [first, length].map((px) => Math.round((10 * px) / columns.length))
  }
  await page.goto('/dashboard?v=1&g=NL,residual,H,2026-11-18T00:00,2026-11-21T23:59,run')
  // The first and third of four days, in tenths of the canvas with its axis.
  await expect.poll(tint).toEqual([1, 2])
  await chooseFilter(page, hand, 'Area', /Poland/)
  await hand.press(runButton(page))
  await expect(page.getByText('Actual load of Poland is suspiciously high (Nov 20).')).toBeVisible()
  await expect.poll(tint).toEqual([5, 2])
  await chooseFilter(page, hand, 'Area', /Austria/)
  await hand.press(runButton(page))
  await expect.poll(async () => (await tint())[1]).toBe(0)
})

test.describe('in a zone west of the market', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('a failed calendar can be tried again; days are those of the market', async ({ page, watch }) => {
    watch.expected.push(/status of 500/)
    await page.route(`**${DATA_DAYS_PATH}?*`, (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/data')
    const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
    await expect(retry).toBeVisible()
    await page.unroute(`**${DATA_DAYS_PATH}?*`)
    await answerDays(page)
    await retry.click()
    await grid(page).getByRole('gridcell', { name: 'suspiciously low' }).first().click()
    await expect(page).toHaveURL(
      '/dashboard?v=1&g=DE,residual,H,2026-11-18T00:00,2026-11-18T23:59,run&tz=Europe/Brussels',
    )
    await expect(card(page).getByText('Nov 18')).not.toHaveCount(0)
  })
})

test('the map names what is in doubt of the last days', async ({ page }) => {
  const days = [dayFromToday(-2), dayFromToday(-1)]
  await answerDays(page, [{ area: 'DE', item: 'load', state: 'low', days }])
  const marks = page.getByRole('list', { name: 'Values in doubt' })
  await page.goto('/model')
  await expect(page.locator('.leaflet-tooltip', { hasText: '▼' })).toHaveCount(1)
  await expect(marks).toHaveText(/Actual load of Germany is suspiciously low/)
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the newest days are in sight, and a touch opens one', async ({ page }) => {
    await answerDays(page)
    await page.goto('/data')
    const low = grid(page).getByRole('gridcell', { name: 'suspiciously low' }).last()
    await expect(low).toBeInViewport()
    await expectNoSidewaysScroll(page)
    // No day is cut where the names end.
    const cutPx = await grid(page).evaluate((table) => {
      const [name, ...days] = [...table.querySelectorAll('thead th')].map((head) =>
        head.getBoundingClientRect(),
      )
      return days.map(({ left, right }) => Math.min((name?.right ?? 0) - left, right - (name?.right ?? 0)))
    })
    expect(Math.max(...cutPx)).toBeLessThan(2)
    await low.tap()
    await expect(page).toHaveURL(/\/dashboard\?v=1&g=DE,residual,H,2026-11-19T00:00/)
  })
})

test.describe('with forced colours', () => {
  test.use({ forcedColors: 'active' })

  test('symbols and borders tell the states apart', async ({ page }) => {
    await answerDays(page)
    await page.goto('/data')
    const low = grid(page).getByRole('gridcell', { name: 'suspiciously low' }).first()
    await expect(low).toHaveText('▼')
    const complete = grid(page).getByRole('gridcell', { name: 'complete' }).first()
    const borderOf = (cell: typeof low) =>
      cell.evaluate((element) => getComputedStyle(element).borderTopColor)
    expect(await borderOf(complete)).toBe(await borderOf(low))
  })
})
