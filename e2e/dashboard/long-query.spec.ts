import { card, chart, runButton } from '#e2e/testing/cards.ts'
import { answerHours, QUERY } from '#e2e/testing/graphs.ts'
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
