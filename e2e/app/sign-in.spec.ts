import { PASSWORD, USERNAME, expect, test } from '#e2e/testing/test.ts'

const TOKEN = '**/oauth2/token'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

test('the sign-in page has its heading, subtitle, fields and button', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Welcome Back', exact: true })).toBeVisible()
  await expect(page.getByText('Sign in to continue', { exact: true })).toBeVisible()
  const username = page.getByLabel('Username')
  const password = page.getByLabel('Password')
  await expect(username).toHaveAttribute('placeholder', 'yourusername')
  await expect(username).toHaveAttribute('required', '')
  await expect(password).toHaveAttribute('placeholder', /^•+$/)
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('required', '')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
})

for (const [username, password] of [
  ['', ''],
  [USERNAME, ''],
  ['', PASSWORD],
] as const) {
  test(`an empty field is refused and nothing is sent (${username ? 'no password' : password ? 'no username' : 'neither'})`, async ({
    page,
  }) => {
    let requests = 0
    page.on('request', (request) => {
      if (request.url().includes('/oauth2/')) requests += 1
    })
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Please enter both username and password.', { exact: true })).toBeVisible()
    expect(requests).toBe(0)
  })
}

test('signing in sends the specified form, stores the token with its expiry and goes home', async ({
  page,
}) => {
  const [request] = await Promise.all([
    page.waitForRequest(TOKEN),
    (async () => {
      await page.getByLabel('Username').fill(USERNAME)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByLabel('Password').press('Enter')
    })(),
  ])
  expect(request.method()).toBe('POST')
  expect(request.headers()['content-type']).toContain('application/x-www-form-urlencoded')
  expect(request.headers()['authorization']).toBeUndefined()
  expect(Object.fromEntries(new URLSearchParams(request.postData() ?? ''))).toEqual({
    username: USERNAME,
    password: PASSWORD,
  })
  await expect(page).toHaveURL('/home')
  const stored = await page.evaluate(() => [
    window.localStorage.getItem('authToken'),
    Number(window.localStorage.getItem('authTokenExpiry')) - Date.now(),
  ])
  expect(stored[0]).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(stored[1]).toBeGreaterThan(3_500_000)
  expect(stored[1]).toBeLessThanOrEqual(3_600_000)
})

test('while the request is pending the button says so and the inputs are disabled', async ({ page }) => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(TOKEN, async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('Username').fill(USERNAME)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: 'Signing In...', exact: true })).toBeDisabled()
  await expect(page.getByLabel('Username')).toBeDisabled()
  await expect(page.getByLabel('Password')).toBeDisabled()
  release()
  await expect(page).toHaveURL('/home')
})

test('the real server refuses a wrong password, and the form stays', async ({ page, watch }) => {
  watch.expected.push(/401 \(Unauthorized\)/)
  await page.getByLabel('Username').fill('nobody-of-that-name')
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Invalid username or password.', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('nobody-of-that-name')
  await expect(page).toHaveURL('/')
})

const ANSWERS = [
  { title: 'another status', status: 503, body: '', message: 'Login failed. Status: 503' },
  {
    title: 'no access_token',
    status: 200,
    body: '{"expires_in":60}',
    message: 'No token received from the server.',
  },
  {
    title: 'no expires_in',
    status: 200,
    body: '{"access_token":"a"}',
    message: 'No token received from the server.',
  },
] as const
for (const { title, status, body, message } of ANSWERS) {
  test(`sign-in answered with ${title} says so`, async ({ page, watch }) => {
    watch.expected.push(/Failed to load resource/)
    await page.route(TOKEN, (route) => route.fulfill({ status, body, contentType: 'application/json' }))
    await page.getByLabel('Username').fill(USERNAME)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText(message, { exact: true })).toBeVisible()
    expect(await page.evaluate(() => window.localStorage.getItem('authToken'))).toBeNull()
  })
}

test('a network failure at sign-in says to try again', async ({ page, watch }) => {
  watch.expected.push(/Failed to load resource/)
  await page.route(TOKEN, (route) => route.abort('connectionrefused'))
  await page.getByLabel('Username').fill(USERNAME)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Login error. Please try again.', { exact: true })).toBeVisible()
})
