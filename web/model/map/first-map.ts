import { FORECAST_PATH } from '#contract/forecast-path.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { session } from '#web/api/browser-session.ts'
import { fetchEarly } from '#web/api/early-fetch.ts'
import { forecastBody } from '#web/api/forecast-body.ts'
import { MAP_SHAPES_PATH } from '#web/api/map-shapes-path.ts'
import { createRequest } from '#web/api/request.ts'
import { readMapShapes } from '#web/map/map-shapes.ts'
import { openEarlyMap } from '#web/map/open-map.ts'
import { FIRST_HOUR } from '#web/model/view/playback.ts'
import { requestTime, tomorrowOf } from '#web/model/view/requested-day.ts'
import { afterPaint, inNextTask } from '#web/ui/timing/tasks.ts'
import { zoneName } from '#web/zone/display-zone.ts'

import { countriesByShape, listCountries } from './countries.ts'
import { countryPaints } from './country-paints.ts'
import { isForecast } from './is-forecast.ts'
import { MAP_LABEL, type MapPlace, readMapPlace } from './map-place.ts'
import { valueScale } from './value-scale.ts'

/** If the answers take longer, the page starts without this map. */
const WORTH_WAITING_MS = 100

/**
 * Paints the map of the model page's first view into the root before the application is loaded, in the place where the page showed it
 * last. React's first frame empties the root, and the page takes over the map and the answers. Resolves when the map is painted or
 * will not be, to whether it is. Rejects if the shapes cannot be read, which the page reports.
 */
export async function paintFirstMap(root: Element): Promise<boolean> {
  const place = readMapPlace()
  if (place === null || document.hidden) return false
  const tooLate = new Promise<null>((resolve) => {
    setTimeout(resolve, WORTH_WAITING_MS, null)
  })
  const answers = await Promise.race([askBoth(), tooLate])
  if (answers === null) return false
  draw(root, place, answers)
  await Promise.race([
    new Promise<void>((resolve) => {
      // A task later, so that what else waits for this frame comes before the rest of the page.
      afterPaint(() => inNextTask(resolve))
    }),
    tooLate,
  ])
  return true
}

type Answers = { json: unknown; forecast: ForecastAnswer }

/** Null if anything fails: the page says what. */
async function askBoth(): Promise<Answers | null> {
  const request = createRequest({ session, fetch: fetchEarly, timeZone: zoneName() })
  // The page checks both with its schemas, which take longer to load than the map may take.
  const schema = { safeParse: (data: unknown) => ({ success: true as const, data }) }
  const body = forecastBody(requestTime(tomorrowOf(new Date())), null)
  try {
    const [json, forecast] = await Promise.all([
      request.open({ path: MAP_SHAPES_PATH, schema }),
      request.authorized({ path: FORECAST_PATH, body, schema }),
    ])
    return isForecast(forecast) ? { json, forecast } : null
  } catch {
    return null
  }
}

function draw(root: Element, place: MapPlace, { json, forecast }: Answers): void {
  const shapes = readMapShapes(json)
  const countryByShape = countriesByShape(shapes, listCountries(forecast))
  const scaleMw = valueScale(forecast, 'final')
  const paints = countryPaints(countryByShape, forecast, { hour: FIRST_HOUR, metric: 'final', scaleMw })
  const frame = document.createElement('div')
  frame.className = 'absolute overflow-hidden rounded-t-panel'
  Object.assign(frame.style, { left: `${place.left}px`, top: `${place.top}px`, width: `${place.width}px` })
  const header = document.createElement('div')
  header.className = 'box-content h-14 border-b border-line bg-surface'
  root.append(header, frame)
  const engine = openEarlyMap(frame, MAP_LABEL)
  engine.setShapes(shapes)
  engine.paint(paints)
}
