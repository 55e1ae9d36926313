import type { Browser, Response } from '@playwright/test'

import { MAP_LABEL, notePainted, openSignedIn, startBrowser, traceTasks, untilPainted } from './browser.ts'
import { atMost, type Figure, inRounds } from './figures.ts'
import { createFolder, demoProduct, startProduct } from './programs.ts'

const STEPS = 20
const SETTLED_MS = 100

/** From the navigation to a painted map on a third visit: browsers store compiled code at the second. */
async function visitAgain(browser: Browser, url: string): Promise<number> {
  const page = await openSignedIn(browser, url)
  await page.addInitScript(notePainted, MAP_LABEL)
  for (let visit = 0; visit < 2; visit += 1) await page.goto('/model', { waitUntil: 'networkidle' })
  await page.goto('/model')
  const [paintedAtMs = Number.NaN] = await untilPainted(page)
  await page.close()
  return paintedAtMs
}

/** Main-thread work for one step of the hour, until it is painted. */
async function hourStep(browser: Browser, url: string): Promise<number> {
  const page = await openSignedIn(browser, url)
  await page.goto('/model', { waitUntil: 'networkidle' })
  const labels = page.locator(MAP_LABEL)
  await labels.first().waitFor()
  await page.getByRole('slider').focus()
  const before = await labels.allTextContents()
  const tasks = await traceTasks(browser, page, async () => {
    await page.evaluate(() => void performance.mark('steps'))
    for (let step = 0; step < STEPS; step += 1) {
      await page.keyboard.press('ArrowRight')
      await page.waitForTimeout(SETTLED_MS)
    }
    await page.evaluate(() => void performance.mark('stepped'))
  })
  if (String(await labels.allTextContents()) === String(before))
    throw new Error('the steps changed nothing on the map')
  await page.close()
  return tasks.msBetween('steps', 'stepped') / STEPS
}

/** First map and a step of the hour. */
export async function measureModelPage(): Promise<Figure[]> {
  const [browser, url] = [await startBrowser(), await demoProduct()]
  const visits = await inRounds(9, 0, () => visitAgain(browser, url))
  return [
    atMost('model page, from the navigation to the painted map', visits, 'ms', 500, true),
    atMost('model page, all work for a step of the hour', [await hourStep(browser, url)], 'ms', 16),
  ]
}

/** Compressed script of the sign-in page. */
export async function measureFirstScript(): Promise<Figure[]> {
  const product = await startProduct({ dataDir: await createFolder() })
  const page = await (await startBrowser()).newPage({ baseURL: product.url })
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('javascript') === true) scripts.push(response)
  })
  // Not until idle: the page then prefetches scripts of other pages.
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  const sizes = await Promise.all(scripts.map((response) => response.request().sizes()))
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  return [atMost('compressed script before sign-in', [bytes / 1000], 'kB', 120)]
}
