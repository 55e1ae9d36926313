import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Browser, BrowserContext, Page } from '@playwright/test'

import { keepSession, withBrowser } from './browser.ts'
import { atMost, compareRounds, type Figure, median } from './figure.ts'
import { startNginx } from './nginx.ts'
import { writePage } from './page/build-page.ts'
import { frameTimes } from './page/frame-times.ts'
import { FRAME_END, FRAME_START } from './page/frames.ts'
import { notePainted, untilPainted } from './page/painted.ts'
import { withProduct } from './product.ts'
import { trace } from './trace.ts'

const ROUNDS = 11
const PAINT_LIMIT = 1.5
const STEPS = 96
const WARM_UPS = 24
const STEP_LIMIT_MS = 4
/** A value on the map, and a shape of the empty one. */
const LABEL = '.map-label'
const SHAPE = 'path.leaflet-interactive'

/** From the navigation to a painted map, in a browser that has been there twice: it writes the code it has compiled at the second visit. */
async function visitAgain(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.goto(address)
  const [paintedAtMs = Number.NaN] = await untilPainted(page)
  return paintedAtMs
}

async function openContext(browser: Browser, selector: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } })
  await context.addInitScript(notePainted, selector)
  return context
}

async function measurePaint(browser: Browser, url: string, empty: string): Promise<Figure> {
  const product: number[] = []
  const reference: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await openContext(browser, LABEL)
    const page = await context.newPage()
    await keepSession(page, url)
    product.push(await visitAgain(page, `${url}/model`))
    await context.close()
    const bare = await openContext(browser, SHAPE)
    reference.push(await visitAgain(await bare.newPage(), `${empty}/index.html`))
    await bare.close()
  }
  return compareRounds(
    {
      what: 'model page, from the navigation to the painted map with its values',
      against: 'an empty Leaflet map with the same shapes',
      unit: 'ms',
    },
    { product, reference },
    PAINT_LIMIT,
  )
}

/** Moves the slider of the hour, and marks in the trace when the page has taken the step. */
async function stepHours([steps, start, end]: readonly [number, string, string]): Promise<void> {
  const slider = document.querySelector<HTMLInputElement>('input[type=range]')
  if (slider === null) throw new Error('the page has no slider')
  const labels = () => [...document.querySelectorAll('.map-label')].map((label) => label.textContent).join()
  for (let step = 1; step <= steps; step += 1) {
    const before = labels()
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        performance.mark(start)
        // Past the setter with which React follows the value, as a user's own change does.
        Reflect.set(HTMLInputElement.prototype, 'value', String(step % 24), slider)
        slider.dispatchEvent(new Event('input', { bubbles: true }))
        // React renders in a microtask that it has queued before this one.
        queueMicrotask(() => {
          performance.mark(end)
          setTimeout(resolve)
        })
      })
    })
    if (labels() === before) throw new Error('the step changed nothing on the map')
  }
}

async function measureStep(browser: Browser, url: string): Promise<Figure> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
  await keepSession(page, url)
  await page.goto(`${url}/model`, { waitUntil: 'networkidle' })
  await page.locator(LABEL).first().waitFor()
  const events = await trace(browser, page, ['blink.user_timing'], () =>
    page.evaluate(stepHours, [WARM_UPS + STEPS, FRAME_START, FRAME_END] as const),
  )
  await page.close()
  return atMost(
    { what: 'hour step of the whole model page, script', against: 'the goal itself', unit: 'ms' },
    median(frameTimes(events).slice(WARM_UPS)),
    STEP_LIMIT_MS,
  )
}

/** The model page of the built product: its first map, and a step of the hour. */
export async function measureModelPage(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'energy-metrics-bench-'))
  const nginx = await startNginx(folder)
  try {
    await writePage('bench/empty-map', join(folder, 'www'))
    await copyFile('web/public/map.geo.json', join(folder, 'www', 'map.geo.json'))
    return await withProduct('demo', (url) =>
      withBrowser(async (browser) => [
        await measurePaint(browser, url, nginx.url),
        await measureStep(browser, url),
      ]),
    )
  } finally {
    await nginx.stop()
    await rm(folder, { recursive: true })
  }
}
