import { setTimeout as sleep } from 'node:timers/promises'

import { FORECAST_AREAS } from '#contract/countries.ts'
import { HOUR_MS } from '#contract/time.ts'
import { CSV_TYPE, UPLOADS_PATH } from '#contract/uploads.ts'

import { atMost, type Figure, timeOf } from './figures.ts'
import { createFolder, signIn, startProduct, timeOfLivez, whenAtRest } from './programs.ts'

const UPLOADS = 10
const AREAS = FORECAST_AREAS.slice(0, 10)
const DAYS = 39
/** In the middle of the areas' different loads; `unit=checked` accepts it for all. */
const POWER_MW = 10_000
const WATCH_EVERY_MS = 20

/** 1.4 MB of quarter hours and hours: load of ten areas over 39 days, issued an hour ago. */
function uploadText(number: number): string {
  const nowUtc = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const issued = new Date(nowUtc - (number + 1) * 60_000).toISOString()
  const rows = AREAS.flatMap((area) =>
    Array.from({ length: DAYS * 24 * 2 }, (_, index) => {
      const quantity = index % 2 === 0 ? 'load' : 'residual'
      const time = new Date(nowUtc + Math.floor(index / 2) * HOUR_MS).toISOString()
      return `${time},${area},${quantity},${POWER_MW + index}.25,${issued}`
    }),
  )
  return ['time_utc,area,quantity,power_mw,issued_utc', ...rows, ''].join('\n')
}

/** How long the server is silent while it reads a user's uploads. */
export async function measureUploads(): Promise<Figure[]> {
  const { url, pid } = await startProduct({ dataDir: await createFolder() }, { settings: { SOURCE: 'demo' } })
  await whenAtRest(pid)
  const headers = { authorization: `Bearer ${(await signIn(url)).token}`, 'content-type': CSV_TYPE }
  // Written before, because this process also times `/livez`.
  const bodies = Array.from({ length: UPLOADS }, (_, number) => Buffer.from(uploadText(number)))
  const waiting = { uploads: UPLOADS }
  const upload = async (body: Buffer<ArrayBuffer>) => {
    const answer = await fetch(`${url}${UPLOADS_PATH}?name=bench&unit=checked`, {
      method: 'POST',
      headers,
      body,
    })
    waiting.uploads -= 1
    if (!answer.ok) throw new Error(`An upload was answered with ${answer.status}: ${await answer.text()}`)
  }
  const silences: number[] = []
  const watch = async () => {
    while (waiting.uploads > 0) {
      silences.push(await timeOfLivez(url))
      await sleep(WATCH_EVERY_MS)
    }
  }
  const allMs = await timeOf(() => Promise.all([watch(), ...bodies.map(upload)]))
  return [
    atMost(`${UPLOADS} uploads of 1.4 MB at once, all answered`, [allMs / 1000], 's', 30, true),
    atMost(
      `${UPLOADS} uploads of 1.4 MB at once, longest \`/livez\` meanwhile`,
      [Math.max(...silences)],
      'ms',
      100,
      true,
    ),
  ]
}
