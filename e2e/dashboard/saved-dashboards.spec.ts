import type { Locator, Page } from '@playwright/test'

import { DASHBOARDS_PATH } from '#contract/dashboards.ts'
import { MAX_NAME_LENGTH } from '#contract/owned-rows.ts'
import { expectAccessible, expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { boxOf } from '#e2e/testing/boxes.ts'
import { card, chart, chooseFilter, titles } from '#e2e/testing/cards.ts'
import { answerHours, asked, queriesOf, QUERY } from '#e2e/testing/graphs.ts'
import { chooseEntry, type Hand, inBothWays, test } from '#e2e/testing/hand.ts'
import { holdCalls } from '#e2e/testing/hold-calls.ts'
import { expect } from '#e2e/testing/test.ts'

const ID = '3f0c1a52-6f0e-4f6a-9d4e-0d1c6a0f2b11'

test.beforeEach(async ({ page }) => {
  await page.route(QUERY, answerHours)
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Dashboards' })
const openDialog = (page: Page, hand: Hand) =>
  hand.press(page.getByRole('button', { name: 'Dashboards', exact: true }))

const choose = (page: Page, hand: Hand, name: string, item: string) =>
  chooseEntry(page, hand, `Options of ${name}`, item)

async function remove(page: Page, hand: Hand, name: string): Promise<void> {
  await choose(page, hand, name, 'Delete')
  const confirm = dialog(page).getByRole('button', { name: 'Delete', exact: true })
  await hand.press(confirm)
  await expect(confirm).toHaveCount(0)
  await expect(dialog(page).getByRole('button', { name, exact: true })).toBeHidden()
}

async function save(page: Page, hand: Hand, name: string): Promise<void> {
  await openDialog(page, hand)
  await dialog(page).getByLabel('Save these graphs as').fill(name)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
}

inBothWays(() => {
  test('a dashboard is saved, opened, renamed, copied, deleted', async ({ page, hand, watch }, {
    testId,
  }) => {
    watch.expected.push(/409/)
    const name = `Wind ${testId}`
    await page.goto('/dashboard')
    await chooseFilter(page, hand, 'Area', /Germany/)
    await save(page, hand, name)
    await expect(page).toHaveURL(/\/dashboard\?saved=[0-9a-f-]{36}$/)
    const saved = page.url()

    await hand.press(page.getByRole('button', { name: 'Add Graph' }))
    await expect(page.getByText(`${name}\u00a0· changed`)).toBeVisible()
    await expect(page).toHaveURL(/\?saved=[0-9a-f-]{36}&v=1&g=DE.*&g=CWE/)
    await hand.press(page.getByRole('button', { name: 'Save changes' }))
    await expect(page).toHaveURL(saved)
    await expect(page.locator('[tabindex]:focus').getByText(name, { exact: true })).toBeVisible()

    // A reload runs the saved queries.
    await page.reload()
    await expect(titles(page)).toHaveText(['Graph #1', 'Graph #2'])
    await expect(chart(page, 2).locator('canvas')).toBeVisible()
    await expect(
      card(page)
        .getByText(/Germany/)
        .first(),
    ).toBeVisible()

    await openDialog(page, hand)
    await hand.press(dialog(page).getByRole('button', { name: 'New dashboard with one graph' }))
    await expect(titles(page)).toHaveText(['Graph #1'])
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goBack()
    await expect(titles(page)).toHaveText(['Graph #1', 'Graph #2'])
    await expect(page).toHaveURL(saved)

    await openDialog(page, hand)
    await choose(page, hand, name, 'Duplicate')
    await expect(dialog(page).getByRole('button', { name: `${name} (copy)`, exact: true })).toBeVisible()
    await choose(page, hand, `${name} (copy)`, 'Rename')
    await dialog(page).getByLabel(`New name of ${name} (copy)`).fill(name)
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('You already have a dashboard with this name.')).toBeVisible()
    await dialog(page).getByLabel(`New name of ${name} (copy)`).fill(`Sun ${testId}`)
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('button', { name: `Sun ${testId}`, exact: true })).toBeVisible()
    await hand.expectAccessible()
    await remove(page, hand, `Sun ${testId}`)
    await remove(page, hand, name)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()

    // Cards of a deleted dashboard stay, under an address without its id.
    await expect(titles(page)).toHaveText(['Graph #1', 'Graph #2'])
    await expect(page).toHaveURL(/\?v=1&g=DE/)
  })
})

test('a link to a dashboard that does not exist gives the default card', async ({ page, watch }) => {
  watch.expected.push(/404/)
  await page.goto(`/dashboard?saved=${ID}`)
  await expect(page.getByText('This dashboard does not exist')).toBeVisible()
  await expect(titles(page)).toHaveText(['Graph #1'])
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a saved dashboard that cannot be opened yet is waited for', async ({ page, watch }) => {
  watch.expected.push(/503/)
  await page.clock.install()
  let failures = 2
  const opened = { id: ID, name: 'Mine', query: '?v=1&g=DE,wind,H,-6d,1d', isOwn: true, owner: 'ann' }
  await page.route(`**${DASHBOARDS_PATH}/${ID}`, (route) =>
    route.fulfill(--failures >= 0 ? { status: 503, body: '' } : { json: opened }),
  )
  const open = async () => {
    await page.goto(`/dashboard?saved=${ID}`)
    await expect(page.getByText('It opens as soon as the server answers.')).toBeVisible()
    await expect(titles(page)).toHaveCount(0)
  }
  await open()
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(page.getByText('Mine', { exact: true })).toBeVisible({ timeout: 500 })
  }).toPass()
  failures = 2
  await open()
  await page.getByRole('button', { name: 'Add Graph' }).click()
  await expect(titles(page)).toHaveText(['Graph #1', 'Graph #2'])
  await expect(page.getByText('The saved dashboard could not be opened')).toBeVisible()
})

test("a colleague's dashboard opens to be read and copied", async ({ page, hand }) => {
  const query = '?v=1&g=DE,wind,H,-6d,1d,run'
  await page.route(`**${DASHBOARDS_PATH}/*`, (route) =>
    route.fulfill({ json: { id: ID, name: 'Wind', query, isOwn: false, owner: 'zoe' } }),
  )
  const added: unknown[] = []
  await page.route(`**${DASHBOARDS_PATH}`, (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: { dashboards: [] } })
    added.push(route.request().postDataJSON())
    return route.fulfill({ json: { id: ID.replace('3', '4'), name: 'Wind', isStart: false } })
  })
  await page.goto(`/dashboard?saved=${ID}`)
  await expect(page.getByText('Wind\u00a0· saved by zoe')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden()
  await hand.press(page.getByRole('button', { name: 'Save a copy' }))
  await expect(page).toHaveURL(/\?saved=4/)
  expect(added).toEqual([{ name: 'Wind', query }])
})

test('the start dashboard opens with the page, with days counted from today', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-11-20T11:00Z'))
  const queries = queriesOf(page)
  await page.route(`**${DASHBOARDS_PATH}*`, (route) =>
    route.fulfill({ json: { dashboards: [{ id: ID, name: 'Wind', isStart: true }] } }),
  )
  await page.route(`**${DASHBOARDS_PATH}/*`, (route) =>
    route.fulfill({
      json: { id: ID, name: 'Wind', query: '?v=1&g=DE,wind,H,-6d,1d,run', isOwn: true, owner: 'analyst' },
    }),
  )
  await page.goto('/dashboard')
  await expect(page).toHaveURL(new RegExp(`\\?saved=${ID}$`))
  await card(page).getByRole('button', { name: 'Filters of graph 1' }).click()
  await expect(card(page).getByText('Last 7 days and tomorrow, updated every day')).toBeVisible()
  await expect(chart(page)).toBeVisible()
  expect(asked(queries[0]).time).toEqual(['2026-11-14 00:00', '2026-11-21 23:59'])

  // The next visit shows no other card first.
  const answer = await holdCalls(page, `**${DASHBOARDS_PATH}`, (route) => route.fallback())
  await page.goto('/dashboard')
  await expect(page.getByText('The dashboard is loading…')).toBeVisible()
  await expect(card(page)).toBeHidden()
  answer()
  await expect(chart(page)).toBeVisible()
})

test('a starter dashboard shows its graphs; the menu acts on all', async ({ page, hand }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  await openDialog(page, hand)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await hand.press(dialog(page).getByRole('button', { name: /^Europe this week/ }))
  await expect(titles(page)).toHaveCount(4)
  for (const position of [1, 2, 3, 4]) await expect(chart(page, position).locator('canvas')).toBeVisible()
  const queries = queriesOf(page)
  await page.setViewportSize({ width: 1280, height: 844 })
  await hand.press(page.getByRole('button', { name: 'Run all' }))
  await expect.poll(() => queries.length).toBe(4)
  await page.setViewportSize({ width: 390, height: 844 })
  const fromMenu = (item: string) => chooseEntry(page, hand, 'Options of the dashboard', item)
  // On a phone only in the menu.
  await expect(page.getByRole('button', { name: 'Run all' })).toBeHidden()
  await fromMenu('Run all')
  await expect.poll(() => queries.length).toBe(8)
  const runs = page.getByRole('button', { name: 'Run Query' })
  // A ready-made dashboard opens with closed filters.
  await expect(runs).toHaveCount(0)
  await fromMenu('Show or hide filters')
  await expect(runs).toHaveCount(4)
  await fromMenu('Show or hide filters')
  await expect(runs).toHaveCount(0)
  await fromMenu('Share dashboard')
  const share = page.getByRole('dialog', { name: 'Share dashboard' })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect(share).toContainText('The values are those known when the link is opened.')
  // The link has fixed days, so that it shows the same later.
  await hand.press(share.getByRole('button', { name: 'Copy link' }))
  await expect(share.getByText('Link copied')).toBeVisible()
  await expect
    .poll(copied)
    .toMatch(/(&g=[^&]*,\d{4}-\d\d-\d\dT00:00,\d{4}-\d\d-\d\dT23:59,run,half){4}&tz=Europe\/Berlin$/)
  await share.getByText('Days that move on').click()
  await hand.press(share.getByRole('button', { name: 'Copy link' }))
  // Readers of the link may be in another zone.
  await expect.poll(copied).toBe(`${page.url()}&tz=Europe/Berlin`)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('a name as long as can be is whole on any window; a longer one is not sent', async ({ page, hand }) => {
  const name = 'W'.repeat(MAX_NAME_LENGTH)
  await page.route(`**${DASHBOARDS_PATH}`, (route) =>
    route.fulfill({ json: { dashboards: [{ id: ID, name, isStart: false }] } }),
  )
  await page.goto('/dashboard')
  await openDialog(page, hand)
  const field = dialog(page).getByLabel('Save these graphs as')
  await field.fill(`${name}WWW`)
  await expect(dialog(page).getByRole('alert')).toHaveText('At most 80 characters: 3 too many.')
  await expect(dialog(page).getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await field.fill(name)
  await expect(dialog(page).getByRole('button', { name: 'Save', exact: true })).toBeEnabled()

  const menu = dialog(page).getByRole('button', { name: `Options of ${name}` })
  const rightOf = async (part: Locator) => {
    const { x, width } = await boxOf(part)
    return x + width
  }
  const open = dialog(page).getByRole('button', { name, exact: true })
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(menu).toBeInViewport({ ratio: 1 })
    expect(await rightOf(menu)).toBeLessThan(await rightOf(dialog(page)))
    await expect(open.getByText(name)).toBeInViewport({ ratio: 1 })
    expect(await rightOf(open.getByText(name))).toBeLessThan(await rightOf(open))
    expect(await open.evaluate((button) => button.scrollHeight <= button.clientHeight)).toBe(true)
  }
})

test('while the list of dashboards fails its button stays and says why', async ({ page, watch }) => {
  watch.expected.push(/Failed to load resource/)
  await page.route(`**${DASHBOARDS_PATH}`, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Dashboards', exact: true }).click()
  const failure = dialog(page).getByText(
    'Your list of dashboards could not be loaded. The server answered with an error (500).',
  )
  await expect(failure).toBeVisible()
  await expectAccessible(page)
  await page.unroute(`**${DASHBOARDS_PATH}`)
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeHidden()
})
