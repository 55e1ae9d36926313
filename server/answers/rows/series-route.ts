import type { RouteOptions } from 'fastify'
import { z } from 'zod'

import { type AreaCode, type MemberCode, membersOf } from '#contract/areas.ts'
import {
  MORE_COLUMNS,
  SERIES_PATH,
  SeriesAnswerSchema,
  type SeriesKind,
  SeriesQuerySchema,
  SeriesWithBasisSchema,
} from '#contract/series.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Upload } from '#contract/uploads.ts'
import type { AnswerRows } from '#server/answers/sending/answer-rows.ts'
import type { Columns, Rows } from '#server/answers/sending/write-rows.ts'
import { dayAt } from '#server/calendar/local-calendar.ts'
import { bucketsOf, type TimeBuckets } from '#server/calendar/time-buckets.ts'
import type { Clock } from '#server/clock.ts'
import type { Queryable } from '#server/database/database.ts'
import { RequestError } from '#server/errors.ts'
import { call } from '#server/http/call.ts'
import { type Known, KNOWN_NOW, momentOf } from '#server/series/known.ts'
import { isUpload, seriesOf, sumOfMeans } from '#server/series/means/means.ts'
import type { Means, MeansKind, ReadMeans } from '#server/series/means/means.ts'
import { type PublishedParts, readLooks, readPublished } from '#server/series/means/published.ts'
import { toPower } from '#server/series/power.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import type { UploadStore } from '#server/series/store/upload-store.ts'
import { inTurn } from '#server/series/turns.ts'

import { basisOf, type Origin } from './basis.ts'
import { ROWS, parseSeriesRequest, type SeriesRequest } from './series-request.ts'

export interface SeriesRouteParts extends PublishedParts {
  readMeans: ReadMeans
  series: Pick<SeriesStore, 'readFetchTimes' | 'steps'>
  clock: Clock
  answerRows: AnswerRows
  database: Queryable
  source: Origin | null
  uploads: Pick<UploadStore, 'visibleTo'>
}

/** Ten years need no more memory than a quarter. */
const BATCH_MS = 92 * DAY_MS
/** About 10 ms of work. */
const MAX_ROWS_AT_ONCE = 9000

function* batchesOf(request: SeriesRequest): Generator<TimeBuckets> {
  const { frequency, zone, span } = request
  const { fromUtc, toUtc } = span
  for (let utc = fromUtc; utc < toUtc; utc += BATCH_MS) {
    const buckets = bucketsOf({ fromUtc: utc, toUtc: Math.min(toUtc, utc + BATCH_MS) }, frequency, zone)
    if (buckets.edges.length > 0) yield buckets
  }
}

/** Requested and visible to the user. */
type Wanted = SeriesRequest & { uploads: readonly Upload[] }

interface WantedSeries {
  area: AreaCode
  kind: SeriesKind | Upload
  /** Members that are summed. */
  members: readonly MemberCode[]
}

/** Values of a series in a batch. */
interface AnsweredSeries extends Pick<WantedSeries, 'area' | 'kind'> {
  without: string | null
  powerMw: Float64Array
  publishedUtc: readonly (number | null)[]
  /** Limits rows to one version: only those that differ from `before`. */
  look: Known | null
  before: Float64Array | null
}

/** Sums leave out members without any value. `firstMeans` keeps the first batch from being read twice. */
async function findSeries(
  { readMeans }: SeriesRouteParts,
  request: Wanted,
  known = request.known,
  firstMeans: MeansOfKinds = new Map(),
): Promise<WantedSeries[]> {
  const { areas, quantity } = request
  const series: WantedSeries[] = []
  for (const kind of kindsOf(request)) {
    let without = needsFirstPass(request) ? allMembers(request) : []
    for (const buckets of batchesOf(request)) {
      if (without.length === 0) break
      const means = await readMeans(without, quantity, kind, buckets, known)
      if (!firstMeans.has(kind)) firstMeans.set(kind, means)
      without = without.filter((area) => means.get(area)?.hasValue !== true)
    }
    for (const area of areas) {
      const members = membersOf(area).filter((member) => !without.includes(member))
      if (!isUpload(kind) || members.length > 0) series.push({ area, kind, members })
    }
  }
  return series.toSorted((a, b) => areas.indexOf(a.area) - areas.indexOf(b.area))
}

type MeansOfKinds = Map<MeansKind, ReadonlyMap<MemberCode, Means>>
const kindsOf = ({ kinds, uploads }: Wanted): WantedSeries['kind'][] =>
  kinds.flatMap<WantedSeries['kind']>((kind) => (kind === 'uploaded' ? uploads : [kind]))

const isEmpty = (series: readonly WantedSeries[]) => series.every(({ members }) => members.length === 0)
const isGroup = (area: AreaCode) => membersOf(area).length > 1
const allMembers = ({ areas }: SeriesRequest) => [...new Set(areas.flatMap(membersOf))]

/** To find members without any value, or values not known yet. */
const needsFirstPass = ({ areas, known, kinds }: SeriesRequest) =>
  known.as_of !== null || areas.some(isGroup) || kinds.includes('uploaded')

function columnsOf({ areas, kinds, more }: SeriesRequest): Columns {
  return [
    'time_utc',
    ...(areas.length > 1 || kinds.length > 1 ? ['area', 'kind'] : []),
    ...(kinds.includes('uploaded') ? ['forecast'] : []),
    'power_mw',
    ...(areas.some(isGroup) ? ['without'] : []),
    ...MORE_COLUMNS.filter((name) => more.includes(name)),
  ]
}

/** Yields batches in order of time, area and kind. */
async function* readRows(
  parts: SeriesRouteParts,
  request: Wanted,
  basis: ReadonlyMap<AreaCode, string>,
): AsyncGenerator<Rows, void> {
  const { known, quantity, zone } = request
  const firstMeans: MeansOfKinds = new Map()
  const series = await findSeries(parts, request, known, firstMeans)
  if (series.length === 0) return
  // Areas may never have the quantity.
  const now = { ...KNOWN_NOW, run: known.run }
  if (known.as_of !== null && isEmpty(series) && !isEmpty(await findSeries(parts, request, now))) return
  for (const buckets of batchesOf(request)) {
    const means: MeansOfKinds = new Map(firstMeans)
    firstMeans.clear()
    for (const kind of kindsOf(request))
      if (!means.has(kind))
        means.set(kind, await parts.readMeans(allMembers(request), quantity, kind, buckets, known))
    const curves: AnsweredSeries[] = []
    for (const one of series) curves.push(...(await curvesOf(one, parts, request, buckets, means)))
    const stamps = buckets.edges.slice(0, -1)
    const perPiece = Math.max(1, Math.floor(MAX_ROWS_AT_ONCE / Math.max(1, curves.length)))
    for (let first = 0; first < stamps.length; first += perPiece) {
      const rows = await inTurn(() =>
        stamps
          .slice(first, first + perPiece)
          .flatMap((stampUtc, index) => rowsAt(stampUtc, first + index, curves, zone, basis)),
      )
      if (rows.length > 0) yield rows
    }
  }
}

/** One curve for each version if versions are requested. */
async function curvesOf(
  { area, kind, members }: WantedSeries,
  parts: SeriesRouteParts,
  { quantity, more, known, hasVersions }: Wanted,
  buckets: TimeBuckets,
  means: MeansOfKinds,
): Promise<AnsweredSeries[]> {
  const wanted = { areas: members, quantity, kind }
  const without = isGroup(area) ? membersOf(area).filter((member) => !members.includes(member)) : []
  const named = { area, kind, without: without.join(' ') || null }
  const sumOf = (of: ReadonlyMap<MemberCode, Means> | undefined) =>
    sumOfMeans(
      members.flatMap((member) => of?.get(member) ?? []),
      buckets.edges.length - 1,
    )
  if (!hasVersions || kind === 'actual') {
    const isDated = more.includes('published_utc')
    const publishedUtc = isDated ? await readPublished(parts, wanted, buckets, known) : []
    return [{ ...named, publishedUtc, look: null, before: null, powerMw: sumOf(means.get(kind)) }]
  }
  const versions: AnsweredSeries[] = []
  for (const look of await readLooks(parts, wanted, buckets, known)) {
    const powerMw = sumOf(await parts.readMeans(members, quantity, kind, buckets, look))
    versions.push({ ...named, publishedUtc: [], look, before: versions.at(-1)?.powerMw ?? null, powerMw })
  }
  return versions
}

/** Rows of one stamp; `index` counts in the batch. */
function rowsAt(
  time_utc: number,
  index: number,
  curves: readonly AnsweredSeries[],
  zone: string,
  basis: ReadonlyMap<AreaCode, string>,
): Rows {
  return curves.flatMap(({ area, kind, look, before, without, powerMw, publishedUtc }) => {
    const power_mw = toPower(powerMw[index] ?? NaN)
    const lookedUtc = look === null ? null : momentOf(look, dayAt(time_utc, zone))
    // A day with fewer versions has none at the last looks.
    const isSame = power_mw === toPower(before?.[index] ?? NaN)
    if (lookedUtc === -Infinity || (lookedUtc !== null && isSame)) return []
    const published_utc = lookedUtc ?? (power_mw === null ? null : (publishedUtc[index] ?? null))
    const ofArea = basis.get(area) ?? null
    const named = isUpload(kind) ? { kind: 'uploaded', forecast: kind.label } : { kind, forecast: null }
    return [{ time_utc, area, ...named, power_mw, without, unit: 'MW', published_utc, basis: ofArea }]
  })
}

/** Rows are sent while they are read. */
export function createSeriesRoute(parts: SeriesRouteParts): RouteOptions {
  const { series, clock, answerRows } = parts

  async function refuseWithoutQuarters(request: SeriesRequest): Promise<void> {
    if (request.frequency !== '15min' || request.kinds.includes('uploaded')) return
    const keys = request.kinds.flatMap((kind) =>
      kind === 'actual' || kind === 'tso' ? seriesOf(allMembers(request), request.quantity, kind) : [],
    )
    if ((await series.steps(keys, request.span)).includes(15)) return
    throw new RequestError(
      400,
      'No quarter hours of this series are stored in this time: frequency must be H or D.',
    )
  }

  return call(
    {
      ...ROWS,
      path: SERIES_PATH,
      summary: 'Series as rows: mean power in MW by time',
      parameters: SeriesQuerySchema,
      answer: z.union([SeriesAnswerSchema, SeriesWithBasisSchema]),
    },
    async ({ parameters, user, request, reply }) => {
      const asked = parseSeriesRequest(parameters)
      const visible = asked.kinds.includes('uploaded') ? await parts.uploads.visibleTo(user.id) : []
      const isNamed = ({ label }: Upload) => asked.forecast === undefined || label === asked.forecast
      const wanted = { ...asked, uploads: visible.filter(isNamed) }
      const { format, frequency, zone, known } = wanted
      let basis: ReadonlyMap<AreaCode, string> = new Map()
      return answerRows(request, reply, {
        format,
        columns: columnsOf(wanted),
        // A running day has no actual mean.
        dependsOn: [wanted, parameters.head, frequency === 'D' ? dayAt(clock(), zone).date : ''],
        async *read() {
          await refuseWithoutQuarters(wanted)
          basis = await basisOf(wanted, parts)
          yield* readRows(parts, wanted, basis)
        },
        basis: () => [...basis.values()],
        isHeaded: parameters.head === 'basis',
        reason:
          known.as_of === null
            ? wanted.hasVersions
              ? 'No version of this is kept.'
              : wanted.kinds.includes('uploaded')
                ? 'You see no uploaded forecast of this.'
                : 'No interval begins between from and to.'
            : `No value of this had been measured, fetched or forecast by ${known.as_of}.`,
      })
    },
  )
}
