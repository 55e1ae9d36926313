import type { Browser, Page } from '@playwright/test'

import { buildPage } from './build-page.ts'

const ORIGIN = 'http://page.bench'

/** Opens the page in a folder of this benchmark, built like the product, and waits until it has set `ready` on its window. */
export async function openPage(browser: Browser, folder: string, ready: string): Promise<Page> {
  const files = await buildPage(folder)
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
  await page.route(`${ORIGIN}/**`, (route) => {
    const path = new URL(route.request().url()).pathname
    const file = files.get(path === '/' ? '/index.html' : path)
    return file === undefined ? route.fulfill({ status: 404 }) : route.fulfill(file)
  })
  await page.goto(ORIGIN)
  await page.waitForFunction((name) => name in window, ready)
  return page
}
