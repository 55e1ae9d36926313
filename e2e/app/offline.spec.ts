import { answerHours, card, chart, queriesOf, QUERY, runButton, runQuery } from '#e2e/testing/graphs.ts'
import { test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

test('Run Query while offline keeps the chart, asks nothing and says why', async ({
  signedIn: page,
  hand,
  context,
}) => {
  await page.route(QUERY, answerHours)
  await page.goto('/dashboard')
  await runQuery(page, hand)
  const queries = queriesOf(page)
  await context.setOffline(true)
  await runButton(page).click()
  await expect(card(page).getByText('You are offline, so the query was not sent.')).toBeVisible()
  await expect(chart(page).locator('canvas')).toBeVisible()
  expect(queries).toEqual([])
  await context.setOffline(false)
  await runButton(page).click()
  await expect(card(page).getByText('You are offline')).toBeHidden()
  expect(queries).toHaveLength(1)
})
