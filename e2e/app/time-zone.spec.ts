import { readFileSync } from 'node:fs'

import { expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { asked, card, chart, chooseFromMenu, QUERY, runButton, runQuery } from '#e2e/testing/graphs.ts'
import { test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

test('another time zone is chosen in the header, and queries, pages and files follow it', async ({
  signedIn: page,
  hand,
  context,
}) => {
  // The clock of the page is the real one: a class that extends Playwright's Date is not what it says.
  await page.goto('/dashboard')
  await hand.press(page.getByRole('button', { name: 'Time zone: Europe/Berlin' }))
  await hand.take(page.getByRole('menuitem', { name: 'UTC' }))
  await expect(page).toHaveURL(/\/dashboard\?tz=UTC$/)
  const [request] = await Promise.all([page.waitForRequest(QUERY), hand.press(runButton(page))])
  expect(asked(request).time).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d 00:00$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\d 23:59$/),
  ])
  const firstDay = asked(request).time[0].slice(0, 10)
  expect(request.headers()['x-time-zone']).toBe('UTC')
  await expect(chart(page).locator('canvas')).toBeVisible()
  await expect(
    card(page)
      .getByText(/^Residual Load, .*, \d{4}\s· UTC/)
      .first(),
  ).toBeVisible()
  await expect(page).toHaveURL(
    new RegExp(`\\?v=1&g=CWE,residual,D,${firstDay}T00:00,[-\\d]+T23:59,run&tz=UTC$`),
  )
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    chooseFromMenu(page, hand, 'Download CSV'),
  ])
  const [head = '', first = ''] = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(head).toContain('time_local (UTC)')
  expect(first).toContain(`${firstDay}T00:00:00Z,${firstDay} 00:00`)

  // The choice is remembered, and comes along to the other pages.
  await hand.press(page.getByRole('link', { name: 'Model', exact: true }))
  await expect(page).toHaveURL(/\/model\?tz=UTC$/)
  await expect(page.getByText(/UTC/).first()).toBeVisible()
  await page.goto('/home')
  await expect(page.getByRole('button', { name: 'Time zone: UTC' })).toBeVisible()

  // An address comes first, and leaves what is remembered alone.
  const other = await context.newPage()
  await other.setViewportSize({ width: 390, height: 844 })
  await other.goto('/dashboard?tz=Europe/Brussels')
  await expect(other.getByRole('button', { name: 'Time zone: Europe/Brussels' })).toBeVisible()
  await runQuery(other, hand)
  await expect(
    card(other)
      .getByText(/Europe\/Brussels, CES?T/)
      .first(),
  ).toBeVisible()
  await expectNoSidewaysScroll(other)
  await other.close()
  await page.reload()
  await hand.press(page.getByRole('button', { name: 'Time zone: UTC' }))
  await hand.take(page.getByRole('menuitem', { name: /^Browser/ }))
  await expect(page.getByRole('button', { name: 'Time zone: Europe/Berlin' })).toBeVisible()
})
