import { card, chart, chooseFilter, runButton } from '#e2e/testing/cards.ts'
import { answerHours, asked, isQuery, QUERY } from '#e2e/testing/graphs.ts'
import { test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

test('a long query says how long it has run and can be cancelled', async ({ page, hand, watch }) => {
  watch.expected.push(/ERR_ABORTED/)
  await page.route(QUERY, () => undefined)
  await page.goto('/dashboard')
  const given = page.waitForEvent('requestfailed')
  await hand.press(runButton(page))
  const running = card(page).getByText(/^Running for \d+ s$/)
  const seconds = async () => Number(/\d+/.exec(await running.innerText())?.[0])
  const first = await seconds()
  expect(first).toBeGreaterThanOrEqual(1)
  await expect.poll(seconds).toBeGreaterThan(first)
  await hand.expectAccessible()
  await hand.press(card(page).getByRole('button', { name: 'Cancel' }))
  await given
  await expect(runButton(page)).toBeEnabled()
  await expect(card(page).getByTestId('chart-skeleton')).toBeHidden()
  await page.route(QUERY, answerHours)
  await hand.press(runButton(page))
  await expect(chart(page)).toBeVisible()
})

test('a reload during a long query keeps the card and asks again', async ({ page, hand, watch }) => {
  watch.expected.push(/ERR_ABORTED/)
  await page.route(QUERY, () => undefined)
  await page.goto('/dashboard')
  await chooseFilter(page, hand, 'Area', /Germany/)
  const sent = page.waitForRequest(isQuery)
  await hand.press(runButton(page))
  await sent
  await page.unroute(QUERY)
  await page.route(QUERY, answerHours)
  const [again] = await Promise.all([page.waitForRequest(isQuery), page.reload()])
  expect(asked(again).area).toBe('DE')
  await expect(chart(page)).toBeVisible()
})

test('going back while a query runs cancels it and runs the older one', async ({ page, hand, watch }) => {
  watch.expected.push(/ERR_ABORTED/)
  await page.route(QUERY, (route) => (asked(route.request()).area === 'DE' ? undefined : answerHours(route)))
  await page.goto('/dashboard')
  await hand.press(runButton(page))
  await expect(chart(page)).toBeVisible()
  await chooseFilter(page, hand, 'Area', /Germany/)
  await hand.press(runButton(page))
  await expect(card(page).getByTestId('chart-skeleton')).toBeVisible()
  const [given] = await Promise.all([
    page.waitForEvent('requestfailed'),
    page.waitForRequest((request) => isQuery(request) && asked(request).area === 'CWE'),
    page.goBack(),
  ])
  expect(asked(given).area).toBe('DE')
  await expect(chart(page)).toBeVisible()
})
