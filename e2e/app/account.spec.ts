import { createServer } from 'node:http'

import type { Page } from '@playwright/test'

import { ALERTS_PATH, AlertListSchema } from '#contract/alerts.ts'
import { RECEIVER_PORT } from '#e2e/testing/addresses.ts'
import { expectAccessible, expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { ask, expect, PASSWORD, test } from '#e2e/testing/test.ts'

const DAYS = 'from=2026-11-18&to=2026-11-19'
const RECEIVER = `http://127.0.0.1:${RECEIVER_PORT}/hook`

const alerts = (page: Page) => page.getByRole('region', { name: 'Alerts', exact: true })

async function removeAlert(page: Page, name: string): Promise<void> {
  await alerts(page)
    .getByRole('button', { name: `Remove ${name}` })
    .click()
  await alerts(page).getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(alerts(page).getByText(name, { exact: true })).toBeHidden()
}

test('a key is made, reads, uploads and is removed', async ({ page, watch, request }, { testId }) => {
  watch.expected.push(/409/)
  const name = `Notebook ${testId}`
  await page.goto('/home')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Keys and alerts' }).click()
  await expect(page).toHaveURL(/\/account$/)
  const panel = page.getByRole('region', { name: 'Keys', exact: true })
  const row = panel.getByRole('listitem').filter({ hasText: name })
  await panel.getByLabel('Name of a new key').fill(name)
  await panel.getByText('May upload forecasts').click()
  await panel.getByRole('button', { name: 'Create key' }).click()
  const secret = panel.getByText(/^em_[\w-]{43}$/)
  const key = await secret.innerText()
  const line = panel.getByText(/^curl -H "Authorization: Bearer /)
  await expect(line).toContainText(`Bearer ${key}" "${new URL(page.url()).origin}/api/v1/series?area=DE`)
  await expect(row.getByText('never used')).toBeVisible()
  await expectAccessible(page)

  const read = (format: string) =>
    request.get(`/api/v1/series?area=DE&quantity=residual&${DAYS}&format=${format}`, {
      headers: { authorization: `Bearer ${key}` },
    })
  expect((await (await read('csv')).text()).split('\n')).toHaveLength(26)
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect(secret).toBeHidden()

  const uploads = page.getByRole('region', { name: 'Uploaded forecasts' })
  const upload = async (more = '') => {
    const sent = await request.post(`/api/v1/forecasts?name=${encodeURIComponent(name)}${more}`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
      data: 'time_utc,area,quantity,power_mw,issued_utc\n2020-01-02T00:00Z,MK,load,900,2020-01-01T08:00Z',
    })
    expect(sent.status()).toBe(200)
  }
  await upload()
  await page.reload()
  const entry = uploads.getByRole('listitem').filter({ hasText: name })
  await expect(entry).toContainText('for you alone · MK')
  await upload('&visible_to=all')
  await page.reload()
  const isInput = entry.getByRole('switch', { name: `Our final forecast may use ${name}` })
  await expect(isInput).not.toBeChecked()
  await entry.getByText('Our final forecast may use').click()
  await expect(isInput).toBeChecked()
  await expectAccessible(page)
  await uploads.getByRole('button', { name: `Delete ${name}` }).click()
  await uploads.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(entry).toBeHidden()

  await panel.getByLabel('Name of a new key').fill(name)
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('alert')).toHaveText('You already have a key with this name.')
  await expect(row.getByText(/last used/)).toBeVisible()
  const remove = row.getByRole('button', { name: `Remove ${name}` })
  await remove.click()
  await row.getByRole('button', { name: 'Keep' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await row.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row).toBeHidden()
  await expect(page.locator('main [tabindex]:focus')).toHaveCount(1)
  expect((await read('csv')).status()).toBe(401)
})

test('an alert is made, tested and removed, also on a narrow screen', async ({ page }, { testId }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const name = `High ${testId}`
  await page.goto('/account')
  const panel = alerts(page)
  await panel.getByLabel('Name of a new alert').fill(name)
  await panel.getByLabel('Address of the receiver').fill('https://evil.example/')
  await panel.getByRole('button', { name: 'Create alert' }).click()
  await expect(panel.getByRole('alert')).toHaveText('The threshold must be a number of MW.')
  const threshold = panel.getByLabel('Threshold in MW')
  await threshold.fill('500.000')
  await expect(panel.getByText('What does 500.000 mean?')).toBeVisible()
  await panel.getByRole('button', { name: '500,000 MW' }).click()
  await expect(threshold).toHaveValue('500000')
  await threshold.fill('500 000')
  await expect(panel.getByText(/ in Germany above 500,000 MW in the next 24 hours\.$/)).toBeVisible()
  await panel.getByRole('button', { name: 'Create alert' }).click()
  await expect(panel.getByRole('alert')).toHaveText(
    `The address must be on one of the hosts 127.0.0.1:${RECEIVER_PORT}.`,
  )
  await panel.getByLabel('Address of the receiver').fill(RECEIVER)
  await panel.getByRole('button', { name: 'Create alert' }).click()
  await expect(panel.getByText(/^whsec_/)).toBeVisible()
  await expect(
    panel.getByText('Residual load, forecast, in Germany above 500,000 MW in the next 24 hours'),
  ).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const send = panel.getByRole('button', { name: `Send a test message of ${name}` })
  await send.click()
  await expect(panel.getByText('The receiver cannot be reached.')).toBeVisible()
  const received: string[] = []
  const receiver = createServer((request, response) => {
    received.push(String(request.headers['webhook-signature']))
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(RECEIVER_PORT, '127.0.0.1', resolve))
  await send.click()
  await expect(panel.getByText('The receiver accepted the message.')).toBeVisible()
  expect(received).toEqual([expect.stringMatching(/^v1,/)])
  receiver.closeAllConnections()
  receiver.close()

  await removeAlert(page, name)
})

test('where no receiver is allowed, the form is off and says what to ask for', async ({ page }) => {
  await page.route(`**${ALERTS_PATH}`, (route) => route.fulfill({ json: { alerts: [], hosts: [] } }))
  await page.goto('/account?area=DE&measure=price&above=50000')
  const name = alerts(page).getByLabel('Name of a new alert')
  await expect(name).toHaveValue('Germany above 50000 MW')
  await expect(alerts(page).getByText('not understood and is left out: measure=price')).toBeVisible()
  await expect(name).toBeDisabled()
  await expect(alerts(page).getByRole('button', { name: 'Create alert' })).toBeDisabled()
  await expect(alerts(page).getByText(/Ask your administrator to allow .* ALERT_HOSTS/)).toBeVisible()
})

test('alerts on runs, late values and tomorrow lack fields they do not need', async ({ page }, {
  testId,
}) => {
  await page.goto('/account')
  const panel = alerts(page)
  const choose = async (label: string, option: string) => {
    await panel.getByRole('button', { name: new RegExp(`${label}$`) }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const make = async (name: string) => {
    await panel.getByLabel('Name of a new alert').fill(name)
    await panel.getByLabel('Address of the receiver').fill(RECEIVER)
    await panel.getByRole('button', { name: 'Create alert' }).click()
    await expect(panel.getByText(name, { exact: true })).toBeVisible()
  }
  const row = (name: string) => panel.getByRole('listitem').filter({ hasText: name })
  await choose('What is watched', 'New forecast run, with the morning sheet')
  await expect(panel.getByLabel('Threshold in MW')).toBeHidden()
  await make(`Run ${testId}`)
  await expect(row(`Run ${testId}`)).toContainText('Waiting for the next run · no message yet')
  await choose('What is watched', 'Actual values, later than usual')
  for (const label of ['Threshold in MW', 'Within the next hours'])
    await expect(panel.getByLabel(label)).toBeHidden()
  await panel.getByLabel('By more than hours').fill('3')
  await make(`Late ${testId}`)
  await expect(row(`Late ${testId}`)).toContainText('later than usual in Germany by more than 3 h')
  // A ramp is watched for tomorrow by default.
  await choose('What is watched', 'Residual load, ramp over 3 hours')
  await expect(panel.getByLabel('Within the next hours')).toBeHidden()
  await choose('What is watched', 'Residual load, change from the previous run')
  await expect(panel.getByLabel('Within the next hours')).toBeVisible()
  await choose('When', 'Tomorrow')
  await expect(panel.getByLabel('Within the next hours')).toBeHidden()
  for (const name of [`Run ${testId}`, `Late ${testId}`]) await removeAlert(page, name)
})

test('an alert is changed in place, the hidden part of its address stays', async ({ page }, { testId }) => {
  const stored = `${RECEIVER}?sig=not-shown-${testId}`
  const [name, later] = [`Before ${testId}`, `After ${testId}`]
  await page.goto('/account?area=PL&measure=wind&above=5000')
  const panel = alerts(page)
  const address = panel.getByLabel('Address of the receiver')
  await panel.getByLabel('Name of a new alert').fill(name)
  await address.fill(stored)
  await panel.getByRole('button', { name: 'Create alert' }).click()
  await panel.getByRole('button', { name: 'Done' }).click()

  await panel.getByRole('button', { name: `Edit ${name}` }).click()
  const nameField = panel.getByLabel('Name of the alert')
  await expect(nameField).toBeFocused()
  await expect(nameField).toHaveValue(name)
  await expect(address).toHaveValue(`${RECEIVER}?sig=…`)
  await expect(
    panel.getByText('Wind, forecast, in Poland above 5,000 MW in the next 24 hours.'),
  ).toBeVisible()
  await expectAccessible(page)
  await nameField.fill(later)
  await panel.getByLabel('Threshold in MW').fill('500000')
  await address.fill(`http://127.0.0.1:${RECEIVER_PORT}/other?sig=…`)
  await panel.getByRole('button', { name: 'Save alert' }).click()
  await expect(panel.getByRole('alert')).toHaveText(
    'A part of the address is hidden (…). Type the whole address.',
  )
  await address.fill(`${RECEIVER}?sig=…`)
  await panel.getByRole('button', { name: 'Save alert' }).click()
  const row = panel.getByRole('listitem').filter({ hasText: later })
  await expect(row).toContainText('Wind, forecast, in Poland above 500,000 MW in the next 24 hours')
  await expect(panel.getByText(name, { exact: true })).toBeHidden()
  await expect(panel.getByLabel('Name of a new alert')).toBeVisible()
  const list = await ask(page, ALERTS_PATH, AlertListSchema)
  expect(list.alerts.find((alert) => alert.name === later)).toMatchObject({
    url: stored,
    thresholdMw: 500_000,
  })

  await panel.getByRole('button', { name: `Edit ${later}` }).click()
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel.getByLabel('Name of a new alert')).toBeVisible()
  await removeAlert(page, later)
})

test('a password is changed with the current one, and this session goes on', async ({ page, watch }) => {
  watch.expected.push(/403/, /422/)
  const keyOf = { name: 'Notebook', createdAt: '2026-11-20T10:00:00Z', lastUsedAt: null }
  const ids = ['0b9c7a3e-5f1d-4c55-9a55-0c3a9a5f7e11', '0b9c7a3e-5f1d-4c55-9a55-0c3a9a5f7e12']
  await page.route('**/energia/keys', (route) =>
    route.fulfill({ json: { keys: ids.map((id) => ({ ...keyOf, id })) } }),
  )
  await page.goto('/home')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const change = async (current: string, next: string, again = next) => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password', { exact: true }).fill(next)
    await page.getByLabel('New password, once more').fill(again)
    await page.keyboard.press('Enter')
  }
  const notice = page.getByRole('alert')
  await change(PASSWORD, 'ten quiet windmills', 'nine quiet windmills')
  await expect(notice).toHaveText('The two new passwords are not the same.')
  await change('not the password', 'ten quiet windmills')
  await expect(notice).toHaveText('The current password is wrong.')
  await change(PASSWORD, 'password1')
  await expect(notice).toContainText('must be hard to guess')
  await page.getByText('Also remove my 2 keys').click()
  await expectAccessible(page)
  // A real change would end the sessions of all other tests.
  const sent: unknown[] = []
  await page.route('**/energia/password', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ json: { access_token: 'the-new-token', expires_in: 3600 } })
  })
  await change(PASSWORD, 'ten quiet windmills')
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  expect(sent).toEqual([{ current: PASSWORD, next: 'ten quiet windmills', removeKeys: true }])
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBe('the-new-token')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})
