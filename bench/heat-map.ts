import { withBrowser } from './browser.ts'
import { atMost, type Figure, median } from './figure.ts'
import { frameTimes } from './page/frame-times.ts'
import { openPage } from './page/open-page.ts'
import { trace } from './trace.ts'

const ROUNDS = 12
const WARM_UPS = 2
const LIMIT_MS = 50

/** Measures the frame in which the heat map of a card is mounted and drawn for a year of hours. */
export async function measureHeatMap(): Promise<Figure[]> {
  const times = await withBrowser(async (browser) => {
    const page = await openPage(browser, 'bench/heat', 'drawYears')
    const events = await trace(browser, page, ['blink.user_timing'], () =>
      page.evaluate((rounds) => window.drawYears(rounds), WARM_UPS + ROUNDS),
    )
    return frameTimes(events).slice(WARM_UPS)
  })
  return [
    atMost(
      {
        what: 'heat map of a year, 365 × 24 values, script, layout and paint',
        against: 'a task nobody notices',
        unit: 'ms',
      },
      median(times),
      LIMIT_MS,
    ),
  ]
}
