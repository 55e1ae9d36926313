import { launch } from 'puppeteer-core'

import type { Browser } from './browser.ts'

/** A hovering mouse; headless Firefox has none otherwise. */
const MOUSE = 6

/** Driven by WebDriver BiDi. Playwright cannot: it emulates media, which Firefox refuses. */
export async function startFirefox(executablePath: string): Promise<Browser> {
  const firefox = await launch({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: { 'ui.primaryPointerCapabilities': MOUSE, 'ui.allPointerCapabilities': MOUSE },
    defaultViewport: { width: 1280, height: 900 },
  })
  const page = await firefox.newPage()
  return {
    open: async (address) => void (await page.goto(address)),
    evaluate: (expression) => page.evaluate(expression),
    moveMouse: (x, y) => page.mouse.move(x, y),
    click: (x, y) => page.mouse.click(x, y),
    tap: (x, y) => page.touchscreen.tap(x, y),
    async type(text) {
      for (const key of text) await (key === '\n' ? page.keyboard.press('Enter') : page.keyboard.type(key))
    },
    print: async () => (await page.pdf()).length,
    close: () => firefox.close(),
  }
}
