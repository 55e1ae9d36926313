import { card, runButton } from '#e2e/testing/cards.ts'
import { answerHours, QUERY } from '#e2e/testing/graphs.ts'
import { holdCalls } from '#e2e/testing/hold-calls.ts'
import { expect, test } from '#e2e/testing/test.ts'

const MODEL_SCRIPT = '**/assets/model-page-*.js'
const HOME_SCRIPT = '**/assets/home-page-*.js'

test('an answer that arrives while the next page loads does not bring the user back', async ({ page }) => {
  const showModel = await holdCalls(page, MODEL_SCRIPT)
  const answerQuery = await holdCalls(page, QUERY, answerHours)
  await page.goto('/dashboard')
  await runButton(page).click()
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await expect(page).toHaveURL('/model')
  answerQuery()
  await expect(card(page).getByRole('application')).toBeVisible()
  await expect(page).toHaveURL('/model')
  showModel()
  await expect(page.getByRole('slider')).toBeAttached()
})

test('an hour chosen just before leaving does not bring the user back', async ({ page }) => {
  const showHome = await holdCalls(page, HOME_SCRIPT)
  await page.clock.install()
  await page.goto('/model')
  const slider = page.getByRole('slider')
  await slider.focus()
  await page.clock.pauseAt(Date.now() + 2000)
  await slider.press('ArrowRight')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.clock.runFor(1000)
  await expect(page).toHaveURL('/home')
  await expect(slider).toBeAttached()
  showHome()
  await page.clock.resume()
  await expect(slider).toBeHidden()
  await expect(page).toHaveURL('/home')
})

test('choices in quick succession are all kept', async ({ page }) => {
  await page.goto('/model')
  const tab = page.getByRole('tab', { name: 'Day at a glance' })
  const country = page.getByRole('button', { name: /^Germany/ })
  await country.waitFor()
  const controls = await Promise.all([country.elementHandle(), tab.elementHandle()])
  // In one task, so that React does not render in between.
  await page.evaluate((elements) => {
    for (const element of elements) element?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  }, controls)
  await expect(page).toHaveURL('/model?country=de&glance=final')
  await expect(tab).toHaveAttribute('aria-selected', 'true')
})
