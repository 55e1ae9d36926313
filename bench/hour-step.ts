import { withBrowser } from './browser.ts'
import { atMost, type Figure, median } from './figure.ts'
import { frameTimes } from './page/frame-times.ts'
import { openPage } from './page/open-page.ts'
import { trace } from './trace.ts'

const STEPS = 240
const WARM_UPS = 24
const LIMIT_MS = 1

/** Measures the script of one hour step on the product's map of 13 countries, minus that of an empty frame. */
export async function measureHourStep(): Promise<Figure[]> {
  const times = await withBrowser(async (browser) => {
    const page = await openPage(browser, 'bench/map', 'stepHours')
    const events = await trace(browser, page, ['blink.user_timing'], () =>
      page.evaluate((steps) => window.stepHours(steps), WARM_UPS + STEPS),
    )
    return frameTimes(events).slice(2 * WARM_UPS)
  })
  const step = median(times.filter((_, frame) => frame % 2 === 0))
  const empty = median(times.filter((_, frame) => frame % 2 === 1))
  return [
    atMost(
      { what: 'hour step on the map, 13 countries, script', against: 'an empty frame', unit: 'ms' },
      step - empty,
      LIMIT_MS,
    ),
  ]
}
