import { card, chart, chooseFromMenu, downloadText, runQuery, titles } from '#e2e/testing/graphs.ts'
import { test } from '#e2e/testing/hand.ts'
import { answerWithEntries, PAGES } from '#e2e/testing/pages.ts'
import { printPage } from '#e2e/testing/paper.ts'
import { expect, PASSWORD, USERNAME } from '#e2e/testing/test.ts'

test.use({ hasTouch: true })

test('a morning: sign in, run a query, read by mouse and by touch, take a file, save, choose on the map, play, print, sign out', async ({
  page,
  hand,
}, { testId }) => {
  const header = page.getByRole('banner')
  await page.goto('/')
  await page.getByLabel('Username').fill(USERNAME)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/home')

  await header.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await runQuery(page, hand)
  const reading = card(page).locator('.chart-tooltip-shown')
  await chart(page).hover({ position: { x: 300, y: 150 } })
  await expect(reading).toContainText('MW')
  const byMouse = await reading.innerText()
  await chart(page).tap({ position: { x: 500, y: 150 } })
  await expect(reading).not.toHaveText(byMouse)
  await expect(reading).toContainText('MW')

  const [head = '', first = ''] = (await downloadText(page, hand, 'Download CSV')).split('\r\n')
  expect(head).toContain('Actual')
  expect(first).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00Z,.*\d/)

  const dashboards = page.getByRole('dialog', { name: 'Dashboards' })
  const openDashboards = () => page.getByRole('button', { name: 'Dashboards', exact: true }).click()
  const name = `Morning ${testId}`
  await openDashboards()
  await dashboards.getByLabel('Save these graphs as').fill(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\?saved=[0-9a-f-]{36}$/)
  const saved = page.url()
  await chooseFromMenu(page, hand, 'Duplicate')
  await expect(titles(page)).toHaveCount(2)
  await openDashboards()
  await dashboards.getByRole('button', { name, exact: true }).click()
  await expect(page).toHaveURL(saved)
  await expect(titles(page)).toHaveCount(1)
  await openDashboards()
  await dashboards.getByRole('button', { name: `Options of ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await dashboards.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dashboards.getByRole('button', { name, exact: true })).toBeHidden()
  await dashboards.getByRole('button', { name: 'Close' }).click()

  await header.getByRole('link', { name: 'Model', exact: true }).click()
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(13)
  await page.locator('path[data-code="DEU"]').click()
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.getByText('Selected: 02:00')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  const { texts } = await printPage(page)
  expect(texts.map(({ text }) => text).join(' ')).toContain('Data for: Germany')

  await header.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
})

test('every page shows what it is for', async ({ signedIn: page }) => {
  await page.route('**/energia/**', answerWithEntries)
  for (const { path, ready } of PAGES) {
    await page.goto(path)
    await ready(page)
  }
})
