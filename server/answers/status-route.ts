import type { RouteOptions } from 'fastify'

import { MEMBER_CODES } from '#contract/areas.ts'
import { type Status, STATUS_PATH, StatusSchema } from '#contract/status.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import { call } from '#server/http/call.ts'
import type { Revision } from '#server/series/revision.ts'
import { KINDS } from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import type { UploadStore } from '#server/series/store/upload-store.ts'
import type { Outage, Progress } from '#server/sources/ingestion/progress.ts'
import type { Source } from '#server/sources/source.ts'

export interface StatusParts {
  source: Pick<Source, 'label' | 'credit' | 'licence' | 'isDemo' | 'feeds' | 'staleAfterMs'> | null
  /** While this process fills the past. */
  progress: () => Progress | null
  replays: () => Status['replays']
  /** Outage that this process sees. */
  outage: () => Outage | null
  weatherProblem: () => string | null
  /** Credit that the licence of the weather data requires. */
  weatherCredit: string | null
  series: Pick<SeriesStore, 'coverage'>
  uploads: Pick<UploadStore, 'rewritten'>
  newestRun: () => Promise<Status['newestRun']>
  firstRun: () => Promise<number | null>
  revision: Revision
  clock: Clock
}

const toTime = (utc: number) => new Date(utc).toISOString()

const TOLD_DAYS = 14

async function readStored({ series, uploads, newestRun, firstRun }: StatusParts) {
  const [run, firstRunUtc, rewritten] = await Promise.all([newestRun(), firstRun(), uploads.rewritten()])
  const coverage = await Promise.all(KINDS.map((kind) => series.coverage(kind)))
  const spans = coverage.filter((span) => span !== null)
  return {
    newestRun: run,
    rewritten: rewritten.map(({ label, rewrittenUtc: sinceUtc }) => ({ label, sinceUtc })),
    firstRunUtc: firstRunUtc === null ? null : toTime(firstRunUtc),
    newestUtc: coverage[KINDS.indexOf('actual')]?.toUtc ?? null,
    span:
      spans.length === 0
        ? null
        : {
            from: toTime(Math.min(...spans.map(({ fromUtc }) => fromUtc))),
            to: toTime(Math.max(...spans.map(({ toUtc }) => toUtc))),
          },
  }
}

function outageOf(outage: Outage | null): Status['outage'] {
  if (outage === null) return null
  return { ...outage, sinceUtc: toTime(outage.sinceUtc), nextTryUtc: toTime(outage.nextTryUtc) }
}

function uncoveredAreas(source: StatusParts['source']): string[] {
  const covered = new Set(source?.feeds.map(({ area }) => area))
  return source === null ? [] : MEMBER_CODES.filter((area) => !covered.has(area))
}

export function createStatusRoute(parts: StatusParts): RouteOptions {
  const { source, progress, replays, outage, weatherProblem, revision, clock } = parts
  const credits = [source?.credit ?? null, parts.weatherCredit].filter((credit) => credit !== null)
  let last: { revision: number; stored: ReturnType<typeof readStored> } | null = null

  async function currentlyStored() {
    const number = await revision.current()
    if (last?.revision === number) return last.stored
    const reading = { revision: number, stored: readStored(parts) }
    last = reading
    // Waiting calls fail too; the next call reads again.
    reading.stored.catch(() => {
      if (last === reading) last = null
    })
    return reading.stored
  }

  return call(
    {
      method: 'GET',
      path: STATUS_PATH,
      who: 'user',
      summary: 'Source of the values and the time span they cover',
      answer: StatusSchema,
    },
    async (): Promise<Status> => {
      const { newestUtc, newestRun, firstRunUtc, span, rewritten } = await currentlyStored()
      const toldFromUtc = clock() - TOLD_DAYS * DAY_MS
      return {
        nowUtc: toTime(clock()),
        source: source?.label ?? null,
        isDemo: source?.isDemo ?? false,
        credit: credits.length === 0 ? null : credits.join(' · '),
        licence: source?.licence ?? null,
        newestActualUtc: newestUtc === null ? null : toTime(newestUtc),
        newestRun,
        firstRunUtc,
        isStale: source !== null && newestUtc !== null && clock() - newestUtc > source.staleAfterMs,
        span,
        uncoveredAreas: uncoveredAreas(source),
        backfill: progress(),
        replays: replays(),
        outage: outageOf(outage()),
        weatherProblem: weatherProblem(),
        rewrittenUploads: rewritten.filter(({ sinceUtc }) => Date.parse(sinceUtc) > toldFromUtc),
      }
    },
  )
}
