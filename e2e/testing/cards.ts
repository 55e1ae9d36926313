import type { Locator, Page } from '@playwright/test'

import { QUERY } from './graphs.ts'
import { chooseEntry, type Hand, saveFile } from './hand.ts'
import { expect } from './test.ts'

export function card(page: Page, position = 1): Locator {
  return page.getByRole('region', { name: new RegExp(`^Graph #${position}(:|$)`) })
}

export function chart(page: Page, position = 1): Locator {
  return card(page, position).getByRole('application')
}

export function titles(page: Page): Locator {
  return page.getByRole('heading', { name: /^Graph #/ })
}

export function curveButton(page: Page, name: string, position = 1): Locator {
  return card(page, position).getByRole('button', { name, exact: true })
}

/** Legend row of a curve, by its button. */
export function legendRow(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })
}

export function runButton(page: Page, position = 1): Locator {
  return card(page, position).getByRole('button', { name: 'Run Query' })
}

export async function runQuery(page: Page, hand: Hand, position = 1): Promise<void> {
  await hand.press(runButton(page, position))
  await expect(chart(page, position).locator('canvas')).toBeVisible()
}

/** Draws an answer in the card of a new dashboard. */
export async function draw(page: Page, answer: object): Promise<void> {
  await page.route(QUERY, (route) => route.fulfill({ json: answer }))
  await page.goto('/dashboard')
  await runButton(page).click()
  await expect(chart(page).locator('canvas')).toBeVisible()
}

export async function chooseFilter(page: Page, hand: Hand, label: string | RegExp, option: RegExp) {
  await hand.press(card(page).getByRole('button', { name: label }))
  await hand.take(page.getByRole('option', { name: option }))
}

/** The menu of a card that contains an entry. */
const menuOf = (entry: string, position: number) =>
  `${/^(Download|Copy link)/.test(entry) ? 'Files and link' : 'Options'} of graph ${position}`

export async function chooseFromMenu(page: Page, hand: Hand, item: string, position = 1): Promise<void> {
  await chooseEntry(page, hand, menuOf(item, position), item)
}

/** Switches a file option of a card and expects the menu to show it. */
export async function switchOption(page: Page, hand: Hand, name: string, isOn = true): Promise<void> {
  const files = page.getByRole('button', { name: 'Files and link of graph 1' })
  const option = page.getByRole('menuitemcheckbox', { name, exact: true })
  await hand.press(files)
  await hand.take(option)
  await page.keyboard.press('Escape')
  await hand.press(files)
  await expect(option).toBeChecked({ checked: isOn })
  await page.keyboard.press('Escape')
}

/** `Table` toggles between figures and chart. */
export async function chooseForm(page: Page, hand: Hand, form: string, position = 1): Promise<void> {
  if (form === 'Table')
    return hand.press(card(page, position).getByRole('button', { name: form, exact: true }))
  await hand.press(card(page, position).getByRole('button', { name: /^Form of graph/ }))
  return hand.take(page.getByRole('menuitemradio', { name: form, exact: true }))
}

export const download = (page: Page, hand: Hand, item: string) => saveFile(page, hand, menuOf(item, 1), item)

export async function downloadText(page: Page, hand: Hand, item: string): Promise<string> {
  return (await download(page, hand, item)).bytes.toString()
}
