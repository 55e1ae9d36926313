import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS, type Span } from '#contract/time.ts'
import type {
  HourlyHistory,
  QuantityHistory,
  UploadHistory,
} from '#server/forecast/model/history/known-history.ts'
import { KNOWN_NOW } from '#server/series/known.ts'
import { hourlyMeans } from '#server/series/mean-power.ts'
import {
  byQuantity,
  QUANTITIES,
  type Block,
  type Kind,
  type Quantity,
  type SeriesKey,
} from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import type { UploadStore } from '#server/series/store/upload-store.ts'
import { inTurn } from '#server/series/turns.ts'

/** `isTsoInTime` leaves out TSO forecasts as last published. */
export async function readHourlyHistory(
  series: SeriesStore,
  area: MemberCode,
  span: Span,
  toHours: (block: Block) => Float64Array,
  isTsoInTime = false,
): Promise<HourlyHistory> {
  const keysOf = (kind: Kind) => QUANTITIES.map((quantity): SeriesKey => ({ area, quantity, kind }))
  const read = await series.read([...keysOf('actual'), ...keysOf('tso')], span)
  // Two years of quarter hours take about ten milliseconds.
  const hoursOf = (quantity: Quantity): Promise<QuantityHistory> =>
    inTurn(() => ({
      actual: toHours(read({ area, quantity, kind: 'actual' })),
      tso: toHours(read({ area, quantity, kind: 'tso' }, isTsoInTime)),
    }))
  const quantities = {
    load: await hoursOf('load'),
    solar: await hoursOf('solar'),
    wind: await hoursOf('wind'),
  }
  const hours = (span.toUtc - span.fromUtc) / HOUR_MS
  return { startsAtUtc: span.fromUtc, hours, quantities, weather: null, uploads: [] }
}

/** Only values issued and uploaded by `readTimeOf` of each delivery day. */
export async function readUploads(
  store: Pick<UploadStore, 'inputs' | 'read'>,
  area: MemberCode,
  span: Span,
  readTimeOf: (day: string) => number,
): Promise<UploadHistory[]> {
  const inputs = await store.inputs()
  const wanted = { uploads: inputs.map(({ id }) => id), area, quantities: QUANTITIES }
  const valuesOf = await store.read(wanted, span, KNOWN_NOW, ({ day }) => readTimeOf(day.date))
  const uploads: UploadHistory[] = []
  for (const { id, label } of inputs) {
    const powerMw = await inTurn(() => byQuantity((quantity) => hourlyMeans(valuesOf(id, quantity, true))))
    uploads.push({ label, startsAtUtc: span.fromUtc, powerMw })
  }
  return uploads
}

/** Empty days would only cost time. */
export function withoutEmptyStart(history: HourlyHistory): HourlyHistory {
  const all = QUANTITIES.flatMap((quantity) => Object.values(history.quantities[quantity]))
  const firsts = all
    .map((table: Float64Array) => table.findIndex((value) => !Number.isNaN(value)))
    .filter((slot) => slot >= 0)
  const first = Math.max(0, Math.min(...firsts, history.hours))
  return historySince(history, history.startsAtUtc + first * HOUR_MS)
}

export function historySince(history: HourlyHistory, startsAtUtc: number): HourlyHistory {
  const first = (startsAtUtc - history.startsAtUtc) / HOUR_MS
  return {
    ...history,
    startsAtUtc,
    hours: history.hours - first,
    quantities: byQuantity((quantity) => {
      const { actual, tso } = history.quantities[quantity]
      return { actual: actual.slice(first), tso: tso.slice(first) }
    }),
  }
}

/** Half-covered hours too, but only for learning: elsewhere an hour must be complete. */
export function learnableHours(block: Block): Float64Array {
  return hourlyMeans(block, HOUR_MS / 2)
}
