import type { Page } from '@playwright/test'

import { boxOf } from '#e2e/testing/boxes.ts'
import { runButton, titles } from '#e2e/testing/cards.ts'
import { answerHours, queriesOf, QUERY } from '#e2e/testing/graphs.ts'
import { expect, test } from '#e2e/testing/test.ts'

/** Presses at an element's position, even if it is covered. */
async function pressAt(page: Page, name: RegExp | string): Promise<void> {
  const box = await boxOf(page.getByRole('button', { name }).first())
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

for (const { opened, by, role } of [
  { opened: 'a list of options', by: / Time range$/, role: 'listbox' },
  { opened: 'a menu', by: 'Options of the dashboard', role: 'menu' },
] as const)
  test(`${opened} closes by a press beside it and nothing else, its button, Escape`, async ({ page }) => {
    await page.route(QUERY, answerHours)
    const queries = queriesOf(page)
    const button = page.getByRole('button', { name: by }).first()
    const list = page.getByRole(role)
    await page.goto('/dashboard')
    await expect(runButton(page)).toBeEnabled()
    const ways = [
      () => pressAt(page, 'Run Query'),
      () => pressAt(page, 'Add Graph'),
      () => pressAt(page, by),
      () => page.keyboard.press('Escape'),
    ]
    for (const leave of ways) {
      await button.click()
      await expect(list).toBeVisible()
      await page.mouse.wheel(0, 1)
      await leave()
      await expect(list).toBeHidden()
      await expect(button).toBeFocused()
    }
    expect(queries).toEqual([])
    await expect(titles(page)).toHaveCount(1)
  })
