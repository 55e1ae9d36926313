import type { Page } from '@playwright/test'

import { card, chart, chooseFilter, runButton, runQuery, titles } from '#e2e/testing/cards.ts'
import { answerHours, QUERY } from '#e2e/testing/graphs.ts'
import { test } from '#e2e/testing/hand.ts'
import { holdCalls } from '#e2e/testing/hold-calls.ts'
import { expect } from '#e2e/testing/test.ts'

const NOT_RUN = 'Not run yet'

test.beforeEach(async ({ page }) => {
  await page.route(QUERY, answerHours)
  await page.goto('/dashboard')
})

const holdQuery = (page: Page) => holdCalls(page, QUERY, answerHours, { times: 1 })

test('filters collapse and leave their room; changed ones are marked', async ({ page, hand }) => {
  await chooseFilter(page, hand, 'Area', /Poland/)
  await expect(card(page).getByText(NOT_RUN)).toBeHidden()
  await runQuery(page, hand)
  const widthOf = async () => (await chart(page).boundingBox())?.width ?? 0
  const narrow = await widthOf()
  const toggle = card(page).getByRole('button', { name: 'Filters of graph 1' })
  await hand.press(toggle)
  await expect(runButton(page)).toBeHidden()
  await expect.poll(widthOf).toBeGreaterThan(narrow + 200)
  await hand.expectAccessible()
  await hand.press(toggle)

  await chooseFilter(page, hand, 'Area', /Austria/)
  await expect(card(page).getByText(NOT_RUN)).toBeVisible()
  await hand.expectAccessible()
  await runQuery(page, hand)
  await expect(card(page).getByText(NOT_RUN)).toBeHidden()
})

test('a removed card comes back by Undo, with its curves', async ({ page, hand }) => {
  await runQuery(page, hand)
  await hand.press(page.getByRole('button', { name: 'Add Graph' }))
  await hand.press(page.getByRole('button', { name: 'Remove graph 1' }))
  await expect(titles(page)).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: 'Graph #1 removed.' })).toHaveCount(1)
  await expect(titles(page).first()).toBeFocused()
  // The pointer is now on the next Remove button, whose tooltip is not tested here.
  await page.mouse.move(2, 2)
  await expect(page.getByRole('tooltip')).toBeHidden()
  await hand.expectAccessible()
  await hand.press(page.getByRole('button', { name: 'Undo' }))
  await expect(titles(page)).toHaveCount(2)
  await expect(titles(page).first()).toBeFocused()
  await expect(chart(page).locator('canvas')).toBeVisible()
  await expect(page.getByText('Graph #1 removed.')).toBeHidden()
})

test('a range of one day suggests hourly values', async ({ page, hand }) => {
  await expect(card(page).getByText('One day has one daily value.')).toBeHidden()
  await hand.press(card(page).getByRole('button', { name: /Date range/ }))
  await hand.press(page.getByRole('button', { name: 'Yesterday', exact: true }))
  await expect(card(page).getByText('One day has one daily value.')).toBeVisible()
  await hand.press(card(page).getByRole('button', { name: 'Use hourly' }))
  await expect(card(page).getByRole('button', { name: /Hourly/ })).toBeVisible()
  await expect(card(page).getByText('One day has one daily value.')).toBeHidden()
})

test('the focus goes to Run Query, or to the title after Try again and Cancel', async ({ page, watch }) => {
  const answer = await holdQuery(page)
  await runButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(runButton(page)).toHaveAttribute('disabled')
  answer()
  await expect(page.getByRole('status').filter({ hasText: 'Graph 1 shows 1 curve.' })).toHaveCount(1)
  await expect(runButton(page)).toBeFocused()

  watch.expected.push(/Failed to load resource/)
  await page.route(QUERY, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await runButton(page).click()
  const again = card(page).getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  const release = await holdQuery(page)
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(titles(page).first()).toBeFocused()
  await card(page).getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Enter')
  await expect(card(page).getByTestId('chart-skeleton')).toBeHidden()
  await expect(titles(page).first()).toBeFocused()
  release()
})

test('a long query says how long it has run and can be cancelled', async ({ page, hand, watch }) => {
  watch.expected.push(/ERR_ABORTED/)
  await page.route(QUERY, () => undefined)
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
