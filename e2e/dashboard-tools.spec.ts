import { readFileSync } from 'node:fs'

import type { Locator, Page, Route } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

const QUERY = '**/energia/common-query'
const HOUR_MS = 3_600_000
const STATUS = {
  source: 'Energy-Charts',
  isDemo: false,
  credit: null,
  newestActualUtc: null,
  isStale: false,
  span: null,
  uncoveredAreas: ['IT-SICI'],
  backfill: null,
}

interface Asked {
  category: string
  area: string
  time: [string, string]
  frequency: string
}

function card(page: Page, position: number): Locator {
  return page.getByRole('region', { name: `Graph #${position}`, exact: true })
}

/** Answers a query with one value an hour over the asked span, told apart by the day of its start. */
async function answerHours(route: Route): Promise<void> {
  const { time }: Asked = route.request().postDataJSON()
  const from = Date.parse(`${time[0].replace(' ', 'T')}:00+01:00`)
  const to = Date.parse(`${time[1].replace(' ', 'T')}:00+01:00`)
  const hours = Math.min(Math.ceil((to - from) / HOUR_MS), 24 * 8)
  const data = Object.fromEntries(
    Array.from({ length: hours }, (_, hour) => [new Date(from + hour * HOUR_MS).toISOString(), 1000 + hour]),
  )
  await route.fulfill({ json: { Actual: { data } } })
}

async function choose(page: Page, control: RegExp, option: RegExp | string): Promise<void> {
  await card(page, 1).getByRole('button', { name: control }).click()
  await page.getByRole('option', { name: option }).click()
}

async function chooseFromMenu(page: Page, position: number, item: string): Promise<void> {
  await page.getByRole('button', { name: `Options of graph ${position}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const run = (page: Page, position = 1) =>
  card(page, position).getByRole('button', { name: 'Run Query' }).click()

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('comparing with the previous week asks once more over the shifted range and names its curves', async ({
      signedIn: page,
    }) => {
      const asked: Asked[] = []
      await page.route(QUERY, async (route) => {
        asked.push(route.request().postDataJSON())
        await answerHours(route)
      })
      await page.goto('/dashboard')
      await choose(page, /Compare with/, 'Previous week')
      await run(page)
      await expect(
        card(page, 1).getByRole('button', { name: 'Actual · previous week', exact: true }),
      ).toBeVisible()
      expect(asked).toHaveLength(2)
      const [chosen, compared] = asked
      const days = ([from]: [string, string]) => Date.parse(from.slice(0, 10)) / 86_400_000
      if (!chosen || !compared) throw new Error('two queries were expected')
      expect(Math.abs(days(chosen.time) - days(compared.time))).toBe(7)
      await chooseFromMenu(page, 1, 'View as table')
      await expect(card(page, 1).getByRole('columnheader', { name: /previous week/ })).toBeVisible()
      await expectAccessible(page)
    })

    test('a card is duplicated, moved, narrowed and shown as a table', async ({ signedIn: page }) => {
      await page.route(QUERY, answerHours)
      await page.goto('/dashboard')
      await run(page)
      await chooseFromMenu(page, 1, 'Duplicate')
      await expect(page.getByRole('heading', { name: /^Graph #/ })).toHaveText(['Graph #1', 'Graph #2'])
      await card(page, 2).getByText('Wind', { exact: true }).click()
      await chooseFromMenu(page, 2, 'Move up')
      await expect(card(page, 1).getByRole('radio', { name: 'Wind' })).toBeChecked()
      await expect(card(page, 2).getByRole('radio', { name: 'Residual Load' })).toBeChecked()
      const before = (await card(page, 1).boundingBox())?.width ?? 0
      await chooseFromMenu(page, 1, 'Half width')
      await chooseFromMenu(page, 2, 'Half width')
      await expect
        .poll(async () => (await card(page, 1).boundingBox())?.width ?? 0)
        .toBeLessThan(before * 0.6)
      await expectAccessible(page)
    })
  })
}

test('with None the card sends exactly the one specified request', async ({ signedIn: page }) => {
  let asked = 0
  await page.route(QUERY, async (route) => {
    asked += 1
    await answerHours(route)
  })
  await page.goto('/dashboard')
  await run(page)
  await expect(card(page, 1).getByRole('button', { name: 'Actual', exact: true })).toBeVisible()
  expect(asked).toBe(1)
})

test('CSV holds UTC and local stamps and one column a curve, missing empty', async ({ signedIn: page }) => {
  const data = { '2026-03-28T23:00:00Z': 1.5, '2026-03-29T00:00:00Z': null, '2026-03-29T01:00:00Z': 0 }
  await page.route(QUERY, (route) => route.fulfill({ json: { Actual: { data }, '=1+1': { data } } }))
  await page.goto('/dashboard')
  await run(page)
  await page.getByRole('button', { name: 'Options of graph 1' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  expect(
    readFileSync(await download.path(), 'utf8')
      .replace('\uFEFF', '')
      .split('\r\n'),
  ).toEqual([
    "time_utc,time_local (Europe/Berlin),Actual (MW),'=1+1 (MW)",
    '2026-03-28T23:00:00Z,2026-03-29 00:00,1.5,1.5',
    '2026-03-29T00:00:00Z,2026-03-29 01:00,,',
    '2026-03-29T01:00:00Z,2026-03-29 03:00,0,0',
    '',
  ])
})

test('PNG is an image of the chart', async ({ signedIn: page }) => {
  await page.route(QUERY, answerHours)
  await page.goto('/dashboard')
  await run(page)
  await page.getByRole('button', { name: 'Options of graph 1' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download PNG' }).click(),
  ])
  const bytes = readFileSync(await download.path())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(1000)
})

test('presets choose whole ranges', async ({ signedIn: page }) => {
  await page.goto('/dashboard')
  for (const [preset, length] of [
    ['Yesterday', 1],
    ['30 days', 30],
    ['12 months', 365],
  ] as const) {
    await card(page, 1)
      .getByRole('button', { name: /Date range/ })
      .click()
    await page.getByRole('button', { name: preset, exact: true }).click()
    const [request] = await Promise.all([page.waitForRequest(QUERY), run(page)])
    const { time }: Asked = request.postDataJSON()
    const days = (Date.parse(time[1].slice(0, 10)) - Date.parse(time[0].slice(0, 10))) / 86_400_000
    expect(Math.abs(days + 1 - length), preset).toBeLessThanOrEqual(1)
    expect(time[1]).toMatch(/23:59$/)
    await expect(card(page, 1).getByTestId('chart-skeleton')).toBeHidden()
  }
})

test('an area that the source has nothing of says so, and is no error', async ({ signedIn: page }) => {
  await page.route('**/energia/status', (route) => route.fulfill({ json: STATUS }))
  await page.route(QUERY, (route) => route.fulfill({ json: { Actual: { data: {} } } }))
  await page.goto('/dashboard')
  await choose(page, /Area/, /Sicilia/)
  await run(page)
  await expect(card(page, 1).getByText('Not covered by this source')).toBeVisible()
  await expect(card(page, 1).getByText('Energy-Charts has no values of Sicilia')).toBeVisible()
  await choose(page, /Area/, /Germany/)
  await run(page)
  await expect(card(page, 1).getByText('No values in this range')).toBeVisible()
})

test('the calendar offers no day outside the data', async ({ signedIn: page }) => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS)
  const span = { from: daysAgo(6).toISOString(), to: daysAgo(0).toISOString() }
  await page.route('**/energia/status', (route) => route.fulfill({ json: { ...STATUS, span } }))
  await page.goto('/dashboard')
  await card(page, 1)
    .getByRole('button', { name: /Date range/ })
    .click()
  const cell = (date: Date) => {
    const day = new Intl.DateTimeFormat('en', { day: 'numeric' }).format(date)
    const month = new Intl.DateTimeFormat('en', { month: 'long' }).format(date)
    return page
      .getByRole('grid')
      .getByRole('button', { name: new RegExp(`\\b(${day} ${month}|${month} ${day})\\b`) })
  }
  // The month opens at the start of the default range, seven days ago: one day before the data begins.
  await expect(cell(daysAgo(7)).first()).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: '30 days', exact: true })).toBeVisible()
})

test('the address is the dashboard: reload, back and a second page bring it back and run its queries', async ({
  signedIn: page,
  context,
  session,
}) => {
  await page.route(QUERY, answerHours)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/dashboard$/)
  await choose(page, /Area/, /Germany/)
  await choose(page, /Time range/, /Hourly/)
  await run(page)
  await page.getByRole('button', { name: 'Add Graph' }).click()
  await expect(page).toHaveURL(/g=DE.*g=CWE/)
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Graph #/ })).toHaveText(['Graph #1', 'Graph #2'])
  await expect(card(page, 1).getByRole('button', { name: 'Actual', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: /^Graph #/ })).toHaveText(['Graph #1'])
  await page.goForward()
  const other = await context.newPage()
  await other.addInitScript((stored) => {
    window.localStorage.setItem('authToken', stored.authToken)
    window.localStorage.setItem('authTokenExpiry', stored.authTokenExpiry)
  }, session)
  await other.route(QUERY, answerHours)
  await other.goto(page.url())
  await expect(card(other, 1).getByRole('button', { name: /Germany/ })).toBeVisible()
  await expect(card(other, 1).getByRole('button', { name: 'Actual', exact: true })).toBeVisible()
  await expect(card(other, 2).getByRole('button', { name: /Central Western Europe/ })).toBeVisible()
})

for (const address of [
  '?v=1&g=nonsense',
  '?v=1&g=DE,residual,D,2026-02-30T00:00,2026-03-01T23:59',
  '?v=1&g=%3Cimg%20src=x%20onerror=alert(1)%3E,wind,H,1,2',
  `?v=1${'&g=DE,wind,H,2026-01-01T00:00,2026-01-02T23:59'.repeat(200)}`,
  '?v=99&g=%00%ff',
]) {
  test(`a broken or hostile address gives the default card and a notice: ${address.slice(0, 40)}`, async ({
    signedIn: page,
  }) => {
    await page.goto(`/dashboard${address}`)
    await expect(page.getByText('This link could not be read')).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Graph #/ })).toHaveText(['Graph #1'])
    await expect(card(page, 1).getByRole('button', { name: /Central Western Europe/ })).toBeVisible()
  })
}

test('a long query says how long it has run and can be cancelled', async ({ signedIn: page, watch }) => {
  watch.expected.push(/ERR_ABORTED/)
  await page.route(QUERY, () => undefined)
  await page.goto('/dashboard')
  await run(page)
  await expect(card(page, 1).getByText(/Running for [1-9]\d* s/)).toBeVisible()
  await card(page, 1).getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page, 1).getByRole('button', { name: 'Run Query' })).toBeEnabled()
  await expect(card(page, 1).getByTestId('chart-skeleton')).toBeHidden()
})

test('a hidden curve and a zoom are in the address', async ({ signedIn: page }) => {
  await page.route(QUERY, answerHours)
  await page.goto('/dashboard')
  await run(page)
  await card(page, 1).getByRole('button', { name: 'Zoom in' }).click()
  await expect(page).toHaveURL(/zoom:\d+-\d+/)
  await card(page, 1).getByRole('button', { name: 'Actual', exact: true }).click()
  await expect(page).toHaveURL(/hide:/)
  await page.reload()
  await expect(card(page, 1).getByRole('button', { name: 'Reset zoom' })).toBeVisible()
  await expect(card(page, 1).getByRole('button', { name: 'Actual', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
})

test('the card menu works by keyboard alone', async ({ signedIn: page }) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Options of graph 1' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Graph #/ })).toHaveText(['Graph #1', 'Graph #2'])
})

test('twelve cards of a year, hourly: reading one renders nothing else anew', async ({ signedIn: page }) => {
  const stamps = Array.from({ length: 8760 }, (_, hour) =>
    new Date(Date.UTC(2025, 10, 20) + hour * HOUR_MS).toISOString(),
  )
  const curve = (phase: number) => ({
    data: Object.fromEntries(
      stamps.map((stamp, hour) => [stamp, 40_000 + 9000 * Math.sin(hour / 4 + phase)]),
    ),
  })
  const json = { Actual: curve(0), 'TSO forecast': curve(1), 'Model forecast': curve(2), Germany: curve(3) }
  await page.route(QUERY, (route) => route.fulfill({ json }))
  await page.goto(`/dashboard?v=1${'&g=DE,residual,H,2025-11-20T00:00,2026-11-19T23:59,run'.repeat(12)}`)
  await expect(page.getByRole('application')).toHaveCount(12, { timeout: 60_000 })
  // Four curves stand in a legend of two tables.
  await expect(page.getByRole('table', { name: /Curves/ })).toHaveCount(24)
  await page.getByRole('application').first().scrollIntoViewIfNeeded()
  const mutations = await page.evaluate(async () => {
    let count = 0
    const observer = new MutationObserver((records) => {
      // Reading writes into the tooltip and moves lines; React would add or remove nodes.
      count += records.reduce((sum, { addedNodes, removedNodes, target }) => {
        const isReading =
          target instanceof Element && target.closest('.chart-tooltip, .u-over, [aria-live]') !== null
        return isReading ? sum : sum + addedNodes.length + removedNodes.length
      }, 0)
    })
    const over = document.querySelector('.u-over')
    const box = over?.getBoundingClientRect()
    if (!over || !box) throw new Error('no chart')
    const read = async (share: number) => {
      const clientX = box.left + box.width * share
      over.dispatchEvent(new MouseEvent('mousemove', { clientX, clientY: box.top + 100, bubbles: true }))
      await new Promise(requestAnimationFrame)
    }
    // The first reading of a chart builds its tooltip.
    await read(0)
    observer.observe(document.body, { childList: true, subtree: true })
    for (let step = 1; step < 60; step += 1) await read(step / 60)
    return count
  })
  expect(mutations).toBe(0)
})
