import { QueryAnswerSchema, QueryColumnsSchema } from '#contract/query.ts'
import { card, chart, runButton, titles } from '#e2e/testing/cards.ts'
import { dayFromToday } from '#e2e/testing/days.ts'
import { queriesOf, QUERY, STATUS } from '#e2e/testing/graphs.ts'
import { holdCalls } from '#e2e/testing/hold-calls.ts'
import { expect, test } from '#e2e/testing/test.ts'

/** Midnight and noon in Germany in every notation of an answer, including epoch seconds and milliseconds. */
const ANSWER = {
  Actual: {
    data: { '2026-01-10T00:00:00Z': 40_000, '2026-01-09T23:00:00Z': 41_234.5, '2026-01-10T01:00:00Z': null },
  },
  'TSO forecast': { data: { '2026-01-10T00:00:00Z': 40_500 } },
  'Model forecast': { data: {} },
}

test.beforeEach(async ({ page }) => {
  await page.goto('/dashboard')
})

test('opens with one default card, its filters on the left @§1-3 @§2.3-1,4,5,7 @§4.2-1', async ({ page }) => {
  const queries = queriesOf(page)
  await expect(page.getByRole('heading', { name: 'Metrics Dashboard' })).toBeVisible()
  await expect(titles(page)).toHaveText(['Graph #1'])
  const first = card(page)
  await expect(first.getByRole('button', { name: /Central Western Europe/ })).toBeVisible()
  await expect(first.getByRole('radio', { name: 'Residual Load' })).toBeChecked()
  await expect(first.getByRole('button', { name: /Daily/ })).toBeVisible()
  await expect(first.getByText('Data Type')).toBeVisible()
  expect(queries).toEqual([])

  const filters = [
    first.getByRole('button', { name: 'Area' }),
    first.getByRole('radiogroup', { name: 'Data Type' }),
    first.getByRole('button', { name: 'Time range' }),
    first.getByRole('button', { name: 'Compare with' }),
    first.getByRole('button', { name: /\d{4}/ }),
    runButton(page),
  ]
  const boxes = await Promise.all(filters.map((filter) => filter.boundingBox()))
  const tops = boxes.map((box) => box?.y)
  expect(tops).toEqual(tops.toSorted((a, b) => Number(a) - Number(b)))
  await runButton(page).click()
  const drawn = await chart(page).boundingBox()
  for (const box of boxes) expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThan(drawn?.x ?? 0)
})

test('cards are added, numbered by position and removed @§2.3-2,3', async ({ page }) => {
  await page.getByRole('button', { name: 'Add Graph' }).click()
  await page.getByRole('button', { name: 'Add Graph' }).click()
  await expect(titles(page)).toHaveText(['Graph #1', 'Graph #2', 'Graph #3'])
  await card(page, 2).getByText('Wind', { exact: true }).click()
  await card(page)
    .getByRole('button', { name: /remove/i })
    .click()
  await expect(titles(page)).toHaveText(['Graph #1', 'Graph #2'])
  await expect(card(page).getByRole('radio', { name: 'Wind' })).toBeChecked()
})

test('every area is offered, grouped; each group is itself selectable @§3.2-1,2,3,4', async ({ page }) => {
  await card(page)
    .getByRole('button', { name: /Central Western Europe/ })
    .click()
  const options = page.getByRole('option')
  await expect(options).toHaveCount(29)
  for (const name of [/Central Eastern Europe/, /^Germany/, /Sardegna/, /Bosnia-Herzegovina/, /Slovenia/]) {
    await expect(page.getByRole('option', { name })).toHaveCount(1)
  }
  await page.getByRole('option', { name: /Southern Eastern Europe/ }).click()
  await expect(card(page).getByRole('button', { name: /Southern Eastern Europe/ })).toBeVisible()
})

test('a query is sent as specified and drawn @§1-3 @§5-4 @§7-1 @§7.2-1,2,3,4 @§9-6', async ({ page }) => {
  const [request] = await Promise.all([page.waitForRequest(QUERY), runButton(page).click()])
  expect(request.method()).toBe('POST')
  expect(request.headers()['content-type']).toContain('application/json')
  expect(request.headers()['authorization']).toMatch(/^Bearer \S+$/)
  expect(request.headers()['x-time-zone']).toBe('Europe/Berlin')
  const body: unknown = request.postDataJSON()
  expect(body).toEqual({
    category: 'Residual Load',
    area: 'CWE',
    time: [`${dayFromToday(-7)} 00:00`, `${dayFromToday(0)} 23:59`],
    frequency: 'D',
  })
  // The page requests columns from our own server; other clients get the specified answer.
  const columns = QueryColumnsSchema.parse(await (await request.response())?.json())
  const curves = columns.curves.map(({ name }) => name)
  const headers = { ...(await request.allHeaders()), accept: 'application/json' }
  const specified = await page.request.post(request.url(), { headers, data: request.postData() ?? '' })
  expect(Object.keys(QueryAnswerSchema.parse(await specified.json()))).toEqual(curves)
  expect(curves.slice(0, 2)).toEqual(['Actual', 'TSO forecast'])
  // The note names areas without a run while the first runs are being made.
  expect(curves[2]).toMatch(/^Model forecast/)
  expect(curves.slice(3)).toEqual(['Germany', 'France', 'Austria', 'Switzerland', 'Netherlands', 'Belgium'])
  await expect(card(page).getByRole('button', { name: /^Actual/ })).toBeVisible()
})

test('a running query disables the button and shows a skeleton @§2.3-10,11 @§4.3-1', async ({ page }) => {
  const answer = await holdCalls(page, QUERY, (route) => route.fulfill({ json: ANSWER }))
  await runButton(page).click()
  await expect(card(page).getByTestId('chart-skeleton')).toBeVisible()
  await expect(runButton(page)).toBeDisabled()
  await expect(runButton(page).getByRole('progressbar')).toBeVisible()
  answer()
  await expect(card(page).getByTestId('chart-skeleton')).toBeHidden()
  await expect(runButton(page)).toBeEnabled()
})

test('an empty map is left out, rows are merged and sorted, gaps stay gaps @§3.1-14', async ({ page }) => {
  await page.route(QUERY, (route) => route.fulfill({ json: ANSWER }))
  await runButton(page).click()
  await card(page).getByRole('button', { name: 'Table' }).click()
  const table = card(page).getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveText([/time/i, 'Actual', 'TSO forecast'])
  const rows = table.getByRole('row')
  // Head, three hours, minimum and maximum.
  await expect(rows).toHaveCount(1 + 3 + 2)
  await expect(rows.nth(1)).toContainText('41,234.5')
  await expect(rows.nth(2)).toContainText('40,000.0')
  await expect(rows.nth(2)).toContainText('40,500')
  await expect(rows.nth(3)).toContainText('–')
})

test('a failed query says so and can be run again @§2.3-11 @§4.3-1 @§8-8,9,10', async ({ page, watch }) => {
  watch.expected.push(/Failed to load resource/)
  const failure = card(page).getByText('Whoops, something went wrong', { exact: true })
  for (const { answer, detail } of [
    { answer: { status: 500, body: 'x' }, detail: 'Error: API error: 500' },
    { answer: { status: 200, body: '<html>' }, detail: /^Error: .+/ },
    { answer: { status: 200, body: '{"Actual":[1,2]}' }, detail: /^Error: .+/ },
    { answer: { status: 200, body: 'null' }, detail: /^Error: .+/ },
  ]) {
    await page.route(QUERY, (route) => route.fulfill(answer), { times: 1 })
    await runButton(page).click()
    await expect(failure).toBeVisible()
    await expect(card(page).getByText(detail)).toBeVisible()
    await runButton(page).click()
    await expect(failure).toBeHidden()
    await expect(card(page).getByRole('button', { name: /^Actual/ })).toBeVisible()
  }
})

test('an area that the source does not cover says so, and is not an error', async ({ page }) => {
  const status = { ...STATUS, uncoveredAreas: ['IT-SICI'] }
  await page.route('**/energia/status', (route) => route.fulfill({ json: status }))
  await page.route(QUERY, (route) => route.fulfill({ json: { Actual: { data: {} } } }))
  await page.reload()
  const chooseArea = async (name: string) => {
    await card(page).getByRole('button', { name: 'Area' }).click()
    await page.getByRole('option', { name }).click()
    await runButton(page).click()
  }
  await chooseArea('Sicilia')
  await expect(card(page).getByText('Not covered by this source')).toBeVisible()
  await expect(card(page).getByText('Energy-Charts has no values for Sicilia')).toBeVisible()
  await chooseArea('Germany')
  await expect(card(page).getByText('No values in this range')).toBeVisible()
})
