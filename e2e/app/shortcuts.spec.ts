import type { Page } from '@playwright/test'

import { expectAccessible } from '#e2e/testing/axe.ts'
import { card, chart, titles } from '#e2e/testing/cards.ts'
import { answerHours, queriesOf, QUERY } from '#e2e/testing/graphs.ts'
import { expect, test } from '#e2e/testing/test.ts'

test.beforeEach(async ({ page }) => {
  await page.route(QUERY, answerHours)
})

/** Backwards, because d, h and m have a meaning after g. */
const LETTERS = 'zyxwvutsrqponmlkjihgfedcba'

/** No single letter leaves or prints the page or opens a dialog. */
async function expectLettersDoNothing(page: Page): Promise<void> {
  const path = new URL(page.url()).pathname
  const printed = await page.evaluateHandle(() => {
    const calls: string[] = []
    Object.assign(window, { print: () => calls.push('print') })
    return calls
  })
  for (const letter of LETTERS) await page.keyboard.press(letter)
  expect(await printed.jsonValue()).toEqual([])
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe(path)
}

test('two keys lead to a page, letters act in a graph, all can be switched off', async ({ page }) => {
  const { keyboard } = page
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
  await expectLettersDoNothing(page)
  // On a Greek keyboard these letters are in the places of G and D.
  for (const [key, code] of Object.entries({ γ: 'KeyG', δ: 'KeyD' }))
    await page.evaluate(
      (pressed) =>
        void document.body.dispatchEvent(new KeyboardEvent('keydown', { ...pressed, bubbles: true })),
      { key, code },
    )
  await expect(titles(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Dashboards', exact: true })).toBeVisible()
  await expectLettersDoNothing(page)
  await expect(titles(page)).toHaveCount(1)

  await card(page).click({ position: { x: 2, y: 2 } })
  await keyboard.press('n')
  await expect(titles(page)).toHaveCount(2)
  const queries = queriesOf(page)
  await keyboard.press('r')
  for (const position of [1, 2]) await expect(chart(page, position).locator('canvas')).toBeVisible()
  expect(queries).toHaveLength(2)
  await keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Run Query' })).toHaveCount(0)
  await keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Run Query' })).toHaveCount(2)

  // Letters typed into a field or list are no shortcuts.
  await keyboard.press('s')
  const field = page.getByLabel('Save these graphs as')
  await field.pressSequentially('mind?')
  await expect(field).toHaveValue('mind?')
  await keyboard.press('Escape')
  await expect(field).toBeHidden()
  await card(page)
    .getByRole('button', { name: /Time range/ })
    .focus()
  await keyboard.press('h')
  await expect(card(page).getByRole('button', { name: /Hourly/ })).toBeVisible()
  await card(page)
    .getByRole('button', { name: / Area$/ })
    .focus()
  await keyboard.type('aus')
  await expect(card(page).getByRole('button', { name: 'Austria Area' })).toBeVisible()
  // Chromium's own accessibility tree: elements in the inert part of a page label no others.
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('listbox')).toBeVisible()
  const { nodes } = await (await page.context().newCDPSession(page)).send('Accessibility.getFullAXTree')
  expect(nodes.filter(({ role }) => role?.value === 'listbox').map(({ name }) => name?.value)).toEqual([
    'Area',
  ])
  await keyboard.press('Escape')
  await expect(titles(page)).toHaveCount(2)
  await page.getByRole('heading', { name: 'Metrics Dashboard' }).click()

  await keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByText('g then d')).toBeVisible()
  await expect(list.getByText('Run all graphs')).toBeVisible()
  await expect(list.getByText('Save and open dashboards')).toBeVisible()
  await expectAccessible(page)
  const choice = list.getByRole('switch', { name: 'Use shortcuts outside charts' })
  await expect(choice).toBeChecked()
  await choice.focus()
  await keyboard.press('Space')
  await keyboard.press('Escape')
  await expect(list).toBeHidden()
  await keyboard.press('g')
  await keyboard.press('m')
  await keyboard.press('?')
  await page.reload()
  await expect(titles(page)).toHaveCount(2)
  await keyboard.press('g')
  await keyboard.press('h')
  await expect(page.getByRole('button', { name: 'Options of the dashboard' })).toBeVisible()

  // The list can still be opened to enable the shortcuts again.
  await page.getByRole('button', { name: 'Options of the dashboard' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await choice.focus()
  await keyboard.press('Space')
  await keyboard.press('Escape')
  await expect(list).toBeHidden()
  await keyboard.press('g')
  await keyboard.press('m')
  await expect(page).toHaveURL(/\/model/)
})
