import { expect, test } from './test.ts'

/** 20 November 2026, noon in Berlin. */
const NOW = new Date('2026-11-20T11:00:00Z')

test.beforeEach(async ({ signedIn: page, session, context }) => {
  await page.clock.setFixedTime(NOW)
  await context.addInitScript((token) => {
    window.localStorage.setItem('authToken', token)
    window.localStorage.setItem('authTokenExpiry', String(Number.MAX_SAFE_INTEGER))
  }, session.authToken)
  await page.route('**/energia/status', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/dashboard')
})

test('the button shows the default range in long dates, seven days back to today', async ({
  signedIn: page,
  watch,
}) => {
  watch.expected.push(/404/)
  await expect(page.getByRole('button', { name: /November 13th, 2026.*November 20th, 2026/ })).toBeVisible()
})

test('one month opens at the start of the range, at least 365 px high, without Reset at the default', async ({
  signedIn: page,
  watch,
}) => {
  watch.expected.push(/404/)
  await page.getByRole('button', { name: /November 13th, 2026/ }).click()
  const popover = page.getByRole('dialog')
  await expect(popover.getByRole('grid')).toHaveCount(1)
  await expect(popover.getByText('November 2026').first()).toBeVisible()
  expect((await popover.boundingBox())?.height).toBeGreaterThanOrEqual(365)
  await expect(popover.getByRole('button', { name: 'Reset' })).toBeHidden()
})

test('a half-chosen range is not stored, a whole one is, and its end is sent as 23:59', async ({
  signedIn: page,
  watch,
}) => {
  watch.expected.push(/404/)
  await page.getByRole('button', { name: /November 13th, 2026/ }).click()
  const popover = page.getByRole('dialog')
  await popover.getByRole('button', { name: /November 3,? 2026|3 November 2026/ }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /November 13th, 2026.*November 20th, 2026/ })).toBeVisible()
  await page.getByRole('button', { name: /November 13th, 2026/ }).click()
  await popover.getByRole('button', { name: /November 3,? 2026|3 November 2026/ }).click()
  await popover.getByRole('button', { name: /November 5,? 2026|5 November 2026/ }).click()
  await expect(page.getByRole('button', { name: /November 3rd, 2026.*November 5th, 2026/ })).toBeVisible()
  await page.keyboard.press('Escape')
  const [request] = await Promise.all([
    page.waitForRequest('**/energia/common-query'),
    page.getByRole('button', { name: 'Run Query' }).click(),
  ])
  expect(request.postDataJSON().time).toEqual(['2026-11-03 00:00', '2026-11-05 23:59'])
})

test('Reset sets 23:59 of seven days before until now and closes the popover', async ({
  signedIn: page,
  watch,
}) => {
  watch.expected.push(/404/)
  await page.getByRole('button', { name: /November 13th, 2026/ }).click()
  const popover = page.getByRole('dialog')
  await popover.getByRole('button', { name: /November 3,? 2026|3 November 2026/ }).click()
  await popover.getByRole('button', { name: /November 5,? 2026|5 November 2026/ }).click()
  if (await popover.isHidden()) await page.getByRole('button', { name: /November 3rd, 2026/ }).click()
  await popover.getByRole('button', { name: 'Reset' }).click()
  await expect(popover).toBeHidden()
  await expect(page.getByRole('button', { name: /November 13th, 2026.*November 20th, 2026/ })).toBeVisible()
  const [request] = await Promise.all([
    page.waitForRequest('**/energia/common-query'),
    page.getByRole('button', { name: 'Run Query' }).click(),
  ])
  expect(request.postDataJSON().time).toEqual(['2026-11-13 23:59', '2026-11-20 23:59'])
})
