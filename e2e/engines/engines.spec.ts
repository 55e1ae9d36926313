import { test } from '@playwright/test'

import { DRIVER_PORT } from '#e2e/testing/addresses.ts'
import { CLOCK_SCRIPT } from '#e2e/testing/moved-clock.ts'
import { provideFirefox, provideWebkitgtk } from '#scripts/system-packages.js'

import type { Browser } from './browser.ts'
import { startFirefox } from './firefox.ts'
import { walk } from './walk.ts'
import { startWebkitgtk } from './webkitgtk.ts'

const ENGINES: readonly { name: string; start: () => Promise<Browser> }[] = [
  { name: 'Firefox', start: () => startFirefox(provideFirefox()) },
  { name: 'WebKitGTK', start: () => startWebkitgtk(provideWebkitgtk(), DRIVER_PORT) },
]

for (const { name, start } of ENGINES)
  test(`a morning in ${name}`, async ({ baseURL }) => {
    const browser = await start()
    async function open(address: string): Promise<void> {
      await browser.open(address)
      await browser.evaluate(CLOCK_SCRIPT)
    }
    try {
      await walk({ ...browser, open }, `${baseURL}/`)
    } finally {
      await browser.close()
    }
  })
