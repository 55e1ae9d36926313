import { testOf } from '#e2e/testing/own-server.ts'
import { expect, signIn } from '#e2e/testing/test.ts'

const test = testOf({ BASE_PATH: '/tools/energy' })

test.use({ isSignedIn: false })

test('the whole product works below a path', async ({ page, baseURL }) => {
  const { origin } = new URL(baseURL ?? '')
  const outside: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin === origin && !url.pathname.startsWith('/tools/energy/')) outside.push(url.pathname)
  })

  await page.goto('model')
  await expect(page).toHaveURL(/\/tools\/energy$/)
  await signIn(page)
  await expect(page).toHaveURL(/\/tools\/energy\/home$/)
  expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(
    expect.arrayContaining(['/tools/energy:authToken', '/tools/energy:authTokenExpiry']),
  )

  const shapes = page.waitForResponse('**/map.geo.json')
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await expect(page).toHaveURL(/\/tools\/energy\/model/)
  expect((await shapes).status()).toBe(200)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page).toHaveURL(/\/tools\/energy\/dashboard/)
  await page.getByRole('button', { name: 'Options of the dashboard' }).click()
  await page.getByRole('menuitem', { name: 'Share dashboard' }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeAttached()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`^${baseURL ?? ''}dashboard`))

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeAttached()
  await page.goto('not/a/page')
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
  await page.getByRole('link', { name: 'Go back home' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(outside).toEqual([])
})
