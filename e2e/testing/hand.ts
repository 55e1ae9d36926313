import { readFileSync } from 'node:fs'

import type { Locator, Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { test as base } from './test.ts'

type Way = 'mouse' | 'keyboard'
const WAYS = [
  ['mouse', 'light'],
  ['keyboard', 'dark'],
] as const

/** More than the tab stops of any page or the entries of any list. */
const MAX_STEPS = 150

/** Actions on a control, by mouse or keyboard. */
export interface Hand {
  way: Way
  press(target: Locator): Promise<void>
  take(entry: Locator): Promise<void>
  choose(radio: Locator): Promise<void>
  open(tab: Locator): Promise<void>
  /** In an open calendar; by keyboard only a day before the focused one. */
  pickDay(day: Locator): Promise<void>
  /** In both themes, but only by mouse: the page is the same by keyboard. */
  expectAccessible(): Promise<void>
}

function mouse(page: Page): Hand {
  /** Only the label of a switch or a radio button is visible. */
  const click = async (target: Locator) => {
    const hasLabel = await target.evaluate((element) => element.closest('label') !== null)
    await (hasLabel ? target.locator('xpath=ancestor::label') : target).click()
  }
  return {
    way: 'mouse',
    press: click,
    take: click,
    choose: click,
    open: click,
    pickDay: click,
    expectAccessible: () => expectAccessible(page),
  }
}

/** Keys that move from the focus to an element, and that press it. */
function keysOf(target: Locator): Promise<{ toReach: string; toPress: string }> {
  return target.evaluate((element) => {
    const place = document.activeElement?.compareDocumentPosition(element) ?? 0
    const isBehind = (place & Node.DOCUMENT_POSITION_PRECEDING) !== 0
    return {
      toReach: isBehind ? 'Shift+Tab' : 'Tab',
      toPress: element.getAttribute('role') === 'switch' ? 'Space' : 'Enter',
    }
  })
}

function keyboard(page: Page): Hand {
  /** Presses a key until a condition holds. Rejects if it never does. */
  async function until(key: string, isSo: () => Promise<boolean>): Promise<void> {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      if (await isSo()) return
      await page.keyboard.press(key)
    }
    throw new Error(`${key} leads nowhere`)
  }
  async function reach(target: Locator, key: string): Promise<void> {
    // Found once: finding by role reads the whole page.
    let element = await target.elementHandle()
    const isFocused = () =>
      element?.evaluate((found) => (found.isConnected ? found === document.activeElement : null))
    await until(key, async () => {
      const focused = await isFocused()
      if (focused !== null) return focused ?? false
      element = await target.elementHandle()
      return (await isFocused()) ?? false
    })
  }
  return {
    way: 'keyboard',
    async press(target) {
      const { toReach, toPress } = await keysOf(target)
      await reach(target, toReach)
      await page.keyboard.press(toPress)
    },
    async take(entry) {
      await entry.waitFor()
      await page.keyboard.press('Home')
      await reach(entry, 'ArrowDown')
      await page.keyboard.press('Enter')
    },
    async choose(radio) {
      const group = radio.locator('xpath=ancestor::*[@role="radiogroup"]')
      await until('Tab', () => group.evaluate((element) => element.contains(document.activeElement)))
      await until('ArrowRight', () => radio.isChecked())
    },
    async open(tab) {
      const tabs = tab.locator('xpath=ancestor::*[@role="tablist"]')
      await until('Tab', () => tabs.evaluate((element) => element.contains(document.activeElement)))
      await page.keyboard.press('Home')
      await until('ArrowRight', async () => (await tab.getAttribute('aria-selected')) === 'true')
    },
    async pickDay(day) {
      const grid = day.locator('xpath=ancestor::table')
      await until('Tab', () => grid.evaluate((element) => element.contains(document.activeElement)))
      await reach(day, 'ArrowLeft')
      await page.keyboard.press('Enter')
    },
    expectAccessible: async () => {},
  }
}

interface HandFixtures {
  way: Way
  hand: Hand
}

export const test = base.extend<HandFixtures>({
  way: ['mouse', { option: true }],
  hand: ({ page, way }, use) => use(way === 'mouse' ? mouse(page) : keyboard(page)),
})

export async function chooseEntry(
  page: Page,
  hand: Hand,
  button: string | RegExp,
  entry: string,
): Promise<void> {
  await hand.press(page.getByRole('button', { name: button, exact: true }))
  const [action, option] = (['menuitem', 'menuitemcheckbox'] as const).map((role) =>
    page.getByRole(role, { name: entry, exact: true }),
  )
  if (action !== undefined && option !== undefined) await hand.take(action.or(option))
}

/** Name, bytes and lines of the file that a menu entry saves. */
export async function saveFile(page: Page, hand: Hand, button: string, entry: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), chooseEntry(page, hand, button, entry)])
  const bytes = readFileSync(await file.path())
  return { name: file.suggestedFilename(), bytes, lines: bytes.toString().trim().split('\r\n') }
}

/** By mouse in the light theme, by keyboard in the dark theme. */
export function inBothWays(walks: () => void): void {
  for (const [way, colorScheme] of WAYS) {
    test.describe(`by ${way}, ${colorScheme}`, () => {
      test.use({ way, colorScheme })
      walks()
    })
  }
}
