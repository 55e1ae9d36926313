import { readFileSync } from 'node:fs'

import type { Download, Locator, Page } from '@playwright/test'

import type { Hand } from './hand.ts'
import { expect } from './test.ts'

export function card(page: Page, position = 1): Locator {
  return page.getByRole('region', { name: `Graph #${position}`, exact: true })
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

/** The row of a curve in the legend, by the name on its button. */
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

export async function chooseFilter(page: Page, hand: Hand, label: string | RegExp, option: RegExp) {
  await hand.press(card(page).getByRole('button', { name: label }))
  await hand.take(page.getByRole('option', { name: option }))
}

const FILES = /^(Download|CSV|PNG|Copy link)/

/** Chooses from one of the two menus of a card: what can be done with it, or what can be taken from it. */
export async function chooseFromMenu(page: Page, hand: Hand, item: string, position = 1): Promise<void> {
  const menu = FILES.test(item) ? 'Files and link' : 'Options'
  await hand.press(page.getByRole('button', { name: `${menu} of graph ${position}` }))
  await hand.take(page.getByRole('menuitem', { name: item, exact: true }))
}

/** Switches an option of the files of a card, and expects that the menu shows it. */
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

/** Chooses what a card shows: its curves, the errors of the forecasts; `Table` shows figures, and the chart again. */
export async function chooseForm(page: Page, hand: Hand, form: string, position = 1): Promise<void> {
  await hand.press(card(page, position).getByRole('button', { name: form, exact: true }))
}

export async function download(page: Page, hand: Hand, item: string): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), chooseFromMenu(page, hand, item)])
  return file
}

export async function downloadText(page: Page, hand: Hand, item: string): Promise<string> {
  return readFileSync(await (await download(page, hand, item)).path(), 'utf8')
}
