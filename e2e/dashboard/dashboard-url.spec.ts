import { DAY_ERRORS_PATH } from '#contract/row-tables.ts'
import { card, chart, chooseFilter, chooseForm, curveButton, runQuery, titles } from '#e2e/testing/cards.ts'
import { answerHours, QUERY } from '#e2e/testing/graphs.ts'
import { chooseEntry, test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

test.beforeEach(async ({ page }) => {
  await page.route(QUERY, answerHours)
})

test('reload, Back and a second page restore the cards', async ({ page, hand, context }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/dashboard$/)
  await chooseFilter(page, hand, 'Area', /Germany/)
  await chooseFilter(page, hand, 'Time range', /Hourly/)
  await chooseFilter(page, hand, 'Compare with', /Previous week/)
  await runQuery(page, hand)
  await hand.press(card(page).getByRole('button', { name: 'Zoom in' }))
  await hand.press(curveButton(page, 'Actual'))
  await hand.press(page.getByRole('button', { name: 'Add Graph' }))
  await hand.press(page.getByRole('button', { name: 'Half width of graph 1' }))
  await expect(page).toHaveURL(/g=DE,residual,H,[^&]*,run,week,half,zoom:\d+-\d+,hide:Actual&/)
  await expect(page).toHaveURL(/g=DE.*&g=CWE,residual,D,/)

  const other = await context.newPage()
  await other.route(QUERY, answerHours)
  await Promise.all([page.reload(), other.goto(page.url())])
  for (const each of [page, other]) {
    await expect(titles(each)).toHaveText(['Graph #1', 'Graph #2'])
    await card(each).getByRole('button', { name: 'Filters of graph 1' }).click()
    await expect(card(each).getByRole('button', { name: /Germany/ })).toBeVisible()
    await expect(card(each).getByRole('button', { name: /Hourly/ })).toBeVisible()
    await expect(card(each).getByRole('button', { name: 'Reset zoom' })).toBeVisible()
    await expect(curveButton(each, 'Actual')).toHaveAttribute('aria-pressed', 'false')
    await expect(curveButton(each, 'Actual · previous week')).toHaveAttribute('aria-pressed', 'true')
    await expect(chart(each, 2)).toHaveCount(0)
  }
  await hand.expectAccessible()

  await page.goBack()
  await expect(titles(page)).toHaveText(['Graph #1'])
  await expect(chart(page)).toBeVisible()
  await page.goForward()
  await expect(titles(page)).toHaveText(['Graph #1', 'Graph #2'])
})

test('a jump over two steps of the history shows the cards of that address', async ({ page, hand }) => {
  await page.goto('/dashboard?v=1&g=DE,residual,D,2026-11-10T00:00,2026-11-16T23:59')
  await expect(card(page).getByRole('button', { name: /Germany/ })).toBeVisible()
  await chooseFilter(page, hand, 'Area', /Poland/)
  await expect(page).toHaveURL(/g=PL/)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL(/home$/)
  await page.evaluate(() => history.go(-2))
  await expect(card(page).getByRole('button', { name: /Germany/ })).toBeVisible()
  await expect(page).toHaveURL(/g=DE/)
})

test('Back undoes what was changed before a query, and no change of the view', async ({ page, hand }) => {
  await page.goto('/dashboard?v=1&g=DE,residual,D,2026-11-10T00:00,2026-11-16T23:59,run')
  await expect(chart(page)).toBeVisible()
  await chooseForm(page, hand, 'Heat map')
  await chooseFilter(page, hand, 'Area', /Poland/)
  await chooseFilter(page, hand, 'Time range', /Hourly/)
  await runQuery(page, hand)
  await chooseFilter(page, hand, 'Area', /France/)
  await expect(page).toHaveURL(/g=FR,residual,H,.*,heat$/)
  await page.goBack()
  await expect(page).toHaveURL(/g=PL,residual,H,.*,heat$/)
  await page.goBack()
  await expect(page).toHaveURL(/g=DE,residual,D,.*,heat$/)
})

test('a broken or hostile address gives the default card and a notice', async ({ page, hand }) => {
  const notice = page.getByText('This link could not be read')
  for (const address of [
    '?v=1&g=nonsense',
    '?v=1&g=%3Cimg%20src=x%20onerror=alert(1)%3E,wind,H,1,2',
    `?v=1${'&g=DE,wind,H,2026-01-01T00:00,2026-01-02T23:59'.repeat(200)}`,
    '?v=99&g=%00%ff',
  ]) {
    await page.goto(`/dashboard${address}`)
    await expect(notice).toBeVisible()
    await expect(titles(page)).toHaveText(['Graph #1'])
    await expect(card(page).getByRole('button', { name: /Central Western Europe/ })).toBeVisible()
    expect(await page.evaluate(() => location.search)).toBe(new URL(address, page.url()).search)
  }
  await hand.expectAccessible()
  await hand.press(page.getByRole('button', { name: 'Dismiss' }))
  await expect(notice).toBeHidden()
})

test('a link opens as chats write it, or names what is not understood', async ({ page, hand }) => {
  for (const link of [
    '?v=1&amp;g=DE%2Cwind%2CH%2C-6d%2C1d',
    '?V%3D1&#38;G%3DDE,wind,H,-6d,1d',
    '?v=1%26g=DE,wind,H,-6d,1d).',
  ]) {
    await page.goto(`/dashboard${link}`)
    await expect(card(page).getByRole('button', { name: /Germany/ })).toBeVisible()
    await expect(page).toHaveURL(/\?v=1&g=DE,wind,H,-6d,1d$/)
    await expect(page.getByText('Not understood')).toBeHidden()
  }
  for (const [link, part] of [
    ['?v=1&g=DE,wind,H,-6d,1d,spiral', 'A part of this link is left out. Not understood: spiral'],
    ['?v=1&g=DE,wind,H,-6d,1d&as_of=noon', 'A part of this link is left out. Not understood: as_of=noon'],
    [
      '?saved=mine',
      'This link could not be read, so the dashboard shows its default graph. Not understood: saved=mine',
    ],
    [
      '?v=1&g=DE,wind,H,-6d,1d&tz=Europe/Nowhere',
      'A part of this link was not understood: tz=Europe/Nowhere',
    ],
  ] as const) {
    await page.goto(`/dashboard${link}`)
    await expect(page.getByText(part)).toBeVisible()
  }

  await page.goto('/model?country=DE&day=2027-02-17.')
  await expect(page.getByText('not understood')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  await page.goto('/model?day=2027-02-30')
  await expect(page.getByText('left out: day=2027-02-30')).toBeVisible()
  await hand.expectAccessible()
  await hand.press(page.getByRole('button', { name: 'Dismiss' }))
  await expect(page.getByText('left out: day=2027-02-30')).toBeHidden()
  await expect(page).toHaveURL(/\/model$/)
})

test('a link keeps what is known now, says as of when, and leads back to now', async ({ page, hand }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/common-query'))
      asked.push(new URL(request.url()).searchParams.get('as_of') ?? 'now')
  })
  await page.goto('/dashboard?v=1&g=DE,residual,H,-1d,0d,run')
  await expect(chart(page)).toBeVisible()
  expect(asked).toEqual(['now'])
  const beforeMs = Date.now() - 1000
  await chooseEntry(page, hand, 'Options of the dashboard', 'Share dashboard')
  const share = page.getByRole('dialog', { name: 'Share dashboard' })
  await share.getByText('As it is now').click()
  await hand.press(share.getByRole('button', { name: 'Copy link' }))
  await expect(share.getByText('Link copied')).toBeVisible()
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  const asOf = link.searchParams.get('as_of') ?? ''
  expect(Date.parse(asOf)).toBeGreaterThan(beforeMs)
  expect(Date.parse(asOf)).toBeLessThanOrEqual(Date.now())
  expect(link.searchParams.get('g')).toMatch(
    /^DE,residual,H,\d{4}-\d\d-\d\dT00:00,\d{4}-\d\d-\d\dT23:59,run$/,
  )

  await page.goto(link.pathname + link.search)
  const notice = page.getByRole('status').filter({ hasText: /As of [A-Z][a-z]{2} \d{1,2}, \d\d:\d\d: / })
  await expect(notice).toBeVisible()
  await hand.expectAccessible()
  await expect(chart(page)).toBeVisible()
  await hand.press(page.getByRole('button', { name: 'Add Graph' }))
  await page.reload()
  await expect(titles(page)).toHaveCount(2)
  await expect(chart(page)).toBeVisible()
  expect(asked).toEqual(['now', asOf, asOf])
  // The worst days use the same `as_of`.
  const ofDays = page.waitForRequest((request) => request.url().includes(DAY_ERRORS_PATH))
  await chooseForm(page, hand, 'Forecast errors')
  expect(new URL((await ofDays).url()).searchParams.get('as_of')).toBe(asOf)
  await hand.press(notice.getByRole('button', { name: 'Back to now' }))
  await expect(notice).toBeHidden()
  await expect.poll(() => asked).toEqual(['now', asOf, asOf, 'now'])
  expect(new URL(page.url()).searchParams.has('as_of')).toBe(false)
  await page.goBack()
  await expect(notice).toBeVisible()
  await expect(titles(page)).toHaveCount(2)
  await expect.poll(() => asked).toEqual(['now', asOf, asOf, 'now', asOf])
})
