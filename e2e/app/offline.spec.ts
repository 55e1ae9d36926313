import { answerHours, card, chart, QUERY, runButton, runQuery, titles } from '#e2e/testing/graphs.ts'
import { inBothWays, test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

inBothWays(() => {
  test('Run Query while offline fails, and the previous chart can be shown again', async ({
    signedIn: page,
    hand,
    context,
    watch,
  }) => {
    watch.expected.push(/ERR_INTERNET_DISCONNECTED/)
    await page.route(QUERY, answerHours)
    await page.goto('/dashboard')
    await runQuery(page, hand)
    await page.unroute(QUERY)
    await context.setOffline(true)
    await hand.press(runButton(page))
    await expect(card(page).getByText('Whoops, something went wrong')).toBeVisible()
    await expect(card(page).getByText('Error: The server cannot be reached.')).toBeVisible()
    await expect(chart(page)).toHaveCount(0)
    await expect(card(page).getByRole('button', { name: 'Try again' })).toBeVisible()
    await hand.expectAccessible()
    await hand.press(card(page).getByRole('button', { name: 'Show the previous chart' }))
    await expect(chart(page).locator('canvas')).toBeVisible()
    await expect(card(page).getByText('Error:')).toBeHidden()
    await expect(titles(page).first()).toBeFocused()
    await context.setOffline(false)
  })
})
