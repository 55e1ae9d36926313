import { card, chart, runButton } from '#e2e/testing/cards.ts'
import { answerHours, isQuery, QUERY } from '#e2e/testing/graphs.ts'
import { countryButton } from '#e2e/testing/model.ts'
import { expect, PASSWORD, signIn, test, USERNAME } from '#e2e/testing/test.ts'

const TOKEN = '**/oauth2/token'
const SHAPES = '**/map.geo.json'

test('a server that asks to wait is not asked again before the time it named', async ({ page, watch }) => {
  watch.expected.push(/429/)
  await page.clock.install()
  let asked = 0
  page.on('request', (request) => (asked += isQuery(request) ? 1 : 0))
  await page.route(QUERY, (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '30' } }), {
    times: 1,
  })
  await page.goto('/dashboard')
  await runButton(page).click()
  const retry = card(page).getByRole('button', { name: /^Try again/ })
  await expect(retry).toHaveText(/^Try again in \d+ s$/)
  await expect(retry).toBeDisabled()
  await page.clock.fastForward(31_000)
  await expect(retry).toHaveText('Try again')
  expect(asked).toBe(1)
  await page.route(QUERY, answerHours)
  await retry.click()
  await expect(chart(page)).toBeVisible()
  expect(asked).toBe(2)
})

for (const language of ['en-US@posix', 'C', ''])
  test(`graphs are drawn in a browser whose language is not valid: "${language}"`, async ({ page }) => {
    await page.addInitScript((name) => {
      Object.defineProperty(Navigator.prototype, 'language', { get: () => name })
      Object.defineProperty(Navigator.prototype, 'languages', { get: () => (name === '' ? [] : [name]) })
    }, language)
    await page.route(QUERY, answerHours)
    await page.goto('/dashboard')
    await runButton(page).click()
    await expect(chart(page)).toBeVisible()
  })

test('with a broken file of shapes every country can be chosen from the list', async ({ page, watch }) => {
  watch.expected.push(/map\.geo\.json/)
  const ring = [
    [Number.MAX_VALUE, 1e9],
    [null, 2],
    ['3', 4],
  ]
  const geometry = { type: 'Polygon', coordinates: [ring] }
  const broken = { type: 'Feature', properties: { iso_a3: 'DEU' }, geometry }
  await page.route(SHAPES, (route) => route.fulfill({ json: { features: [broken, null, {}] } }))
  await page.goto('/model')
  await countryButton(page, 'Germany').click()
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
})

test('a graph that cannot be drawn leaves the others, and can be tried again', async ({ page, watch }) => {
  watch.expected.push(/planted failure/)
  await page.addInitScript(() => {
    const { prototype } = HTMLCanvasElement
    const getContext = new Proxy(Reflect.get(prototype, 'getContext'), {
      apply(real, canvas, words) {
        if (Reflect.has(window, 'isBroken')) throw new Error('planted failure')
        return Reflect.apply(real, canvas, words)
      },
    })
    Object.assign(prototype, { getContext })
  })
  await page.route(QUERY, answerHours)
  await page.goto('/dashboard')
  await runButton(page).click()
  await expect(chart(page)).toBeVisible()

  await page.evaluate(() => Object.assign(window, { isBroken: true }))
  await page.getByRole('button', { name: 'Add Graph' }).click()
  await runButton(page, 2).click()
  const failed = card(page, 2)
    .locator('[data-panel=failed]')
    .filter({ hasText: 'This graph could not be shown.' })
  await expect(failed).toBeVisible()
  await expect(chart(page)).toBeVisible()
  await chart(page).hover()
  await expect(page.locator('.chart-tooltip-shown')).toBeVisible()

  await page.evaluate(() => Reflect.deleteProperty(window, 'isBroken'))
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(chart(page, 2)).toBeVisible()
})

test.describe('without a session', () => {
  test.use({ isSignedIn: false })

  test('a press that is repeated in a hurry sends one request', async ({ page }) => {
    let signIns = 0
    await page.route(TOKEN, async (route) => {
      signIns += 1
      await route.continue()
    })
    await page.goto('/')
    await page.getByLabel('Username').fill(USERNAME)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Password').press('Enter')
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/home')
    expect(signIns).toBe(1)

    let queries = 0
    await page.route(QUERY, async (route) => {
      queries += 1
      await answerHours(route)
    })
    await page.goto('/dashboard')
    await runButton(page).dblclick()
    await expect(chart(page)).toBeVisible()
    expect(queries).toBe(1)
  })

  test('a browser that blocks storage can sign in and work until the page is closed', async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
      }
    })
    await page.route(QUERY, answerHours)
    await page.goto('/')
    await signIn(page)
    await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await runButton(page).click()
    await expect(chart(page)).toBeVisible()
  })

  test('broken stored values lead to the sign-in page, not to a blank one', async ({ page, watch }) => {
    // The last value never expires, so the server refuses the broken token.
    watch.expected.push(/401/)
    for (const stored of ['{', '1e999']) {
      await page.addInitScript((value) => {
        if (window.origin === 'null') return
        for (const key of ['authToken', 'authTokenExpiry', 'theme']) window.localStorage.setItem(key, value)
      }, stored)
      await page.goto('/dashboard')
      await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    }
  })
})
