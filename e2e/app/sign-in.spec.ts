import { holdCalls } from '#e2e/testing/hold-calls.ts'
import { PASSWORD, USERNAME, expect, signIn, test } from '#e2e/testing/test.ts'

const TOKEN = '**/oauth2/token'

test.use({ isSignedIn: false })

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

test('the sign-in page has its heading, subtitle, fields and button @§2-1 @§2.1-1,2,3', async ({ page }) => {
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
  // Only an organisation adds another way to sign in.
  await expect(page.getByRole('link')).toHaveCount(0)
})

test('an empty field is refused and nothing is sent @§5-1 @§8-1', async ({ page }) => {
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/oauth2/')) requests += 1
  })
  for (const [username, password] of [
    ['', ''],
    [USERNAME, ''],
    ['', PASSWORD],
  ] as const) {
    await page.reload()
    await signIn(page, username, password)
    await expect(page.getByText('Please enter both username and password.', { exact: true })).toBeVisible()
  }
  expect(requests).toBe(0)
})

test('signing in sends the form, says while the request is pending, and goes home @§2.1-3,4 @§3.5-1,2 @§4.1-2 @§7.1-1,2,3 @§9-4', async ({
  page,
}) => {
  const release = await holdCalls(page, TOKEN)
  await page.keyboard.type(USERNAME)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  const [request] = await Promise.all([page.waitForRequest(TOKEN), page.keyboard.press('Enter')])
  await expect(page.getByRole('button', { name: 'Signing In...', exact: true })).toBeDisabled()
  await expect(page.getByLabel('Username')).toBeDisabled()
  await expect(page.getByLabel('Password')).toBeDisabled()
  release()
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

test('the server refuses a wrong password, and the form stays @§4.1-2 @§8-2', async ({ page, watch }) => {
  watch.expected.push(/401 \(Unauthorized\)/)
  await signIn(page, 'nobody-of-that-name', 'wrong')
  await expect(page.getByText('Invalid username or password.', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('nobody-of-that-name')
  await expect(page).toHaveURL('/')
})

test('sign-in without a token or network says so @§3.5-2 @§7.1-3 @§8-3,4,5', async ({ page, watch }) => {
  watch.expected.push(/Failed to load resource/)
  for (const [status, body, message] of [
    [503, '', 'Login failed. Status: 503'],
    [200, '{"expires_in":60}', 'No token received from the server.'],
    [null, '', 'Login error. Please try again.'],
    [200, '{"access_token":"a"}', 'No token received from the server.'],
  ] as const) {
    await page.route(TOKEN, (route) =>
      status === null
        ? route.abort('connectionrefused')
        : route.fulfill({ status, body, contentType: 'application/json' }),
    )
    await signIn(page)
    await expect(page.getByText(message, { exact: true })).toBeVisible()
    expect(await page.evaluate(() => window.localStorage.getItem('authToken'))).toBeNull()
  }
})

test('fields that a password manager fills without an event are sent', async ({ page }) => {
  // The prototype's setter bypasses React's own setter of `value`.
  await page.evaluate(
    (values) => {
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
      for (const [name, text] of values) value?.set?.call(document.querySelector(`[name=${name}]`), text)
    },
    [
      ['username', USERNAME],
      ['password', PASSWORD],
    ] as const,
  )
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/home')
})

test('a form that is sent past the page leaves no password in the address', async ({ page, watch }) => {
  watch.expected.push(/405/)
  await page.getByLabel('Username').fill(USERNAME)
  await page.getByLabel('Password').fill(PASSWORD)
  // Waits for the answer: a pending navigation would abort the next test's.
  const loaded = page.waitForEvent('load')
  await page.locator('form').evaluate((form: HTMLFormElement) => form.submit())
  await loaded
  expect(page.url()).not.toContain('word')
})

test('from the form to Home the screen is never empty, and Back leads past both', async ({ page }) => {
  await page.evaluate(() => {
    const root = document.querySelector('#root')
    new MutationObserver(() => {
      if (root?.childElementCount === 0) root.setAttribute('data-was-empty', '')
    }).observe(document, { childList: true, subtree: true })
  })
  const entries = await page.evaluate(() => history.length)
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
  expect(await page.evaluate(() => history.length)).toBe(entries)
  await expect(page.locator('#root')).not.toHaveAttribute('data-was-empty')
})
