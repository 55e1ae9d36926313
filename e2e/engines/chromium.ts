import type { Page } from '@playwright/test'

import type { Browser } from './browser.ts'

/** Driven by Playwright, with the touch screen of the test. */
export function chromiumOf(page: Page): Browser {
  return {
    open: async (address) => void (await page.goto(address)),
    evaluate: (expression) => page.evaluate(expression),
    moveMouse: (x, y) => page.mouse.move(x, y),
    click: (x, y) => page.mouse.click(x, y),
    tap: (x, y) => page.touchscreen.tap(x, y),
    async type(text) {
      for (const key of text) await page.keyboard.press(key === '\n' ? 'Enter' : key)
    },
    print: async () => (await page.pdf()).length,
    close: () => page.close(),
  }
}
