import { writeFile } from 'node:fs/promises'

import { RETURN_PATH } from '#contract/http-names.ts'
import { expectAccessible, expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { withServer } from '#e2e/testing/own-server.ts'
import { expect, signIn, test as base } from '#e2e/testing/test.ts'
import { freePort } from '#scripts/postgres-server.js'
import { CLIENT_ID, CLIENT_SECRET, startOrganisation } from '#server/testing/services/organisation.ts'
import type { Organisation } from '#server/testing/services/organisation.ts'

const BUTTON = 'Sign in with your organisation'

/** A server with the settings of `docs/organisation.md`, and a provider on another site. */
const test = base.extend<{
  /** The provider stops before the server starts. */
  isDown: boolean
  at: { organisation: Organisation; address: string }
}>({
  isDown: [false, { option: true }],
  at: async ({ isDown }, use, testInfo) => {
    const port = await freePort()
    const address = `http://localhost:${port}`
    const organisation = await startOrganisation(address + RETURN_PATH)
    const secretFile = testInfo.outputPath('secret')
    await writeFile(secretFile, CLIENT_SECRET)
    const environment = {
      PORT: String(port),
      PUBLIC_URL: address,
      OIDC_ISSUER: organisation.issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET_FILE: secretFile,
      OIDC_DOMAINS: 'example.org',
      OIDC_ADMIN_GROUPS: 'energy-admins',
    }
    if (isDown) organisation.close()
    await withServer(environment, () => use({ organisation, address }))
    if (!isDown) organisation.close()
  },
  baseURL: ({ at }, use) => use(at.address),
})

test.use({ isSignedIn: false })

test('a member is led to the requested page, a stranger to the form', async ({ page, at, watch }) => {
  watch.expected.push(new RegExp(`^foreign request: ${at.organisation.issuer}`), /40[03]/)
  at.organisation.setPerson({ sub: '1', email: 'maria@evil.example', email_verified: true })
  await page.goto('/')
  const button = page.getByRole('link', { name: BUTTON })
  await button.click()
  await expect(page.getByRole('status')).toHaveText(
    'Your account may not use this server. Contact your administrator.',
  )
  expect(page.url()).toBe(`${at.address}/`)
  await expectAccessible(page)
  await page.goto(`${RETURN_PATH}?error=access_denied&state=x`)
  await expect(page.getByRole('status')).toHaveText('The sign-in was cancelled.')
  await page.goto(RETURN_PATH)
  await expect(page.getByRole('status')).toHaveText(/^This sign-in has expired/)

  at.organisation.setPerson({ sub: '1', preferred_username: 'maria', groups: ['energy-admins'] })
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/model?hour=7')
  await expect(button).toBeVisible()
  await expectNoSidewaysScroll(page)
  await button.click()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('link', { name: 'Open the link' })).toHaveAttribute('href', '/model?hour=7')
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByRole('menuitem', { name: 'Keys and alerts' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Users' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Change password' })).toBeHidden()
  await page.goto('/account/password')
  await expect(page.getByText(/^You sign in with your organisation/)).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeHidden()
})

test.describe('where the organisation does not answer', () => {
  test.use({ isDown: true })

  test('the password form goes on', async ({ page }) => {
    await page.goto('/model?hour=7')
    await page.getByRole('link', { name: BUTTON }).click()
    await expect(page.getByRole('status')).toHaveText(
      'Your organisation’s sign-in does not answer. Please try again.',
    )
    await signIn(page)
    await expect(page.getByRole('link', { name: 'Open the link' })).toHaveAttribute('href', '/model?hour=7')
  })
})
