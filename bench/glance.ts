import { withBrowser } from './browser.ts'
import { atMost, type Figure, median } from './figure.ts'
import { frameTimes } from './page/frame-times.ts'
import { openPage } from './page/open-page.ts'
import { trace } from './trace.ts'

const DRAWINGS = 60
const WARM_UPS = 10
const LIMIT_MS = 16

/** Measures the script of drawing the day at a glance, 13 countries by 24 hours, from the answer to the cells. */
export async function measureGlance(): Promise<Figure[]> {
  const times = await withBrowser(async (browser) => {
    const page = await openPage(browser, 'bench/glance', 'drawGlance')
    const events = await trace(browser, page, ['blink.user_timing'], () =>
      page.evaluate((drawings) => window.drawGlance(drawings), WARM_UPS + DRAWINGS),
    )
    return frameTimes(events)
  })
  const figure = (part: string, frame: number) =>
    atMost(
      { what: `day at a glance, ${part}, script`, against: 'the limit', unit: 'ms' },
      median(times.filter((_, index) => index % 2 === frame).slice(WARM_UPS)),
      LIMIT_MS,
    )
  return [figure('opened', 0), figure('another view', 1)]
}
