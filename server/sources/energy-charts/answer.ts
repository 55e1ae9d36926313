import { z } from 'zod'

import { HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { SourceError } from '#server/errors.ts'
import type { StepMinutes } from '#server/series/series.ts'
import { parseInstant } from '#server/sources/instant.ts'
import { parseJson } from '#server/sources/parse-json.ts'
import { mergeBlocks, toBlocks } from '#server/sources/quarter-hours.ts'
import type {
  DocumentFault,
  PublishedQuantity,
  PublishedSeries,
  SourceDocument,
} from '#server/sources/read-feed.ts'

/** Exact names: "Residual load" and "Load (incl. self-consumption)" differ, and shares are percentages. */
const QUANTITY_OF: ReadonlyMap<string, PublishedQuantity> = new Map([
  ['Load', 'load'],
  ['Solar', 'solar'],
  ['Wind onshore', 'wind_onshore'],
  ['Wind offshore', 'wind_offshore'],
  // Forecasts and version 2.
  ['load', 'load'],
  ['solar', 'solar'],
  ['wind_onshore', 'wind_onshore'],
  ['wind_offshore', 'wind_offshore'],
])

/** Possible new names. */
const WORDS_OF: readonly (readonly [PublishedQuantity, RegExp])[] = [
  ['load', /\b(load|demand|consumption)\b/i],
  ['solar', /\b(solar|photovoltaics?|pv)\b/i],
  ['wind_onshore', /\bwind\b(?!.*\boff)/i],
  ['wind_offshore', /\bwind\b.*\boff/i],
]
const NOT_OURS = /\b(residual|share|incl|self|storage)\b/i

/** Tried only if the exact name is missing. */
function findRenamed(names: readonly string[]): DocumentFault[] {
  const unknown = names.filter((name) => !QUANTITY_OF.has(name) && !NOT_OURS.test(toWords(name)))
  return WORDS_OF.flatMap(([quantity, words]): DocumentFault[] => {
    if (names.some((name) => QUANTITY_OF.get(name) === quantity)) return []
    const name = unknown.find((other) => words.test(toWords(other)))
    const message = `it has no ${quantity}, but the unknown series "${name?.slice(0, 40)}"`
    return name === undefined ? [] : [{ quantity, spans: null, message }]
  })
}

const toWords = (name: string) => name.replaceAll(/[^a-z]+/gi, ' ')

/** The only announcement of a version's end, six months ahead. Version 1 has no licence. */
const NoticeSchema = z.object({
  deprecated: z.boolean().catch(false),
  license: z.string().nullable().catch(null),
})
const PowerSchema = z.object({
  unix_seconds: z.array(z.unknown()),
  production_types: z.array(
    z.object({ name: z.string(), data: z.array(z.unknown()).catch([]) }).catch({ name: '', data: [] }),
  ),
})
const ForecastSchema = z.object({
  unix_seconds: z.array(z.unknown()),
  forecast_values: z.array(z.unknown()),
  production_type: z.string().refine((name) => QUANTITY_OF.has(name)),
})
const Version2Schema = z.object({
  unit: z.string().nullish(),
  interval_minutes: z.number().nullish(),
  series: z.array(z.object({ id: z.string(), unit: z.string().nullish() }).catch({ id: '' })),
  data: z.array(
    z
      .object({ timestamp: z.string(), values: z.record(z.string(), z.unknown()) })
      .catch({ timestamp: '', values: {} }),
  ),
})

const AnswerSchema = z.union([
  Version2Schema.transform(readVersion2),
  PowerSchema.transform(({ unix_seconds, production_types }) => readColumns(unix_seconds, production_types)),
  ForecastSchema.transform(({ unix_seconds, production_type: name, forecast_values: data }) =>
    readColumns(unix_seconds, [{ name, data }]),
  ),
])

function unreadable(reason: string): SourceError {
  return new SourceError(`Energy-Charts sent an answer that cannot be read: ${reason}.`, {
    isTransient: true,
  })
}

export type EnergyChartsDocument = ReturnType<typeof readEnergyChartsAnswer>

interface Answer {
  /** Epoch milliseconds; null for an unreadable time. */
  stamps: readonly (number | null)[]
  /** Null is not published. */
  columns: readonly (readonly [PublishedQuantity, readonly unknown[]])[]
  declaredStep: number | null
  faults: DocumentFault[]
}

/** Lists unreadable parts as faults. Throws a `SourceError` if all is unreadable. */
export function readEnergyChartsAnswer(text: string, span: Span) {
  const body = parseJson(text)
  if (body === undefined) throw unreadable('it is not JSON')
  const answer = AnswerSchema.safeParse(body)
  if (!answer.success) throw unreadable('it has an unknown shape')
  const { deprecated: isDeprecated, license: licence } = NoticeSchema.parse(body)
  return { ...readSeries(answer.data, span), isDeprecated, licence }
}

/** Version 1. */
function readColumns(
  unixSeconds: readonly unknown[],
  all: readonly { name: string; data: readonly unknown[] }[],
): Answer {
  const columns = all.flatMap(({ name, data }) => {
    const quantity = QUANTITY_OF.get(name)
    return quantity === undefined ? [] : [[quantity, data] as const]
  })
  const faults = findRenamed(all.map(({ name }) => name))
  return { stamps: unixSeconds.map(fromUnixSeconds), columns, declaredStep: null, faults }
}

function readVersion2(body: z.infer<typeof Version2Schema>): Answer {
  const faults = findRenamed(body.series.map(({ id }) => id))
  const columns = body.series.flatMap(({ id, unit }) => {
    const quantity = QUANTITY_OF.get(id)
    if (quantity === undefined) return []
    const itsUnit = unit ?? body.unit ?? 'MW'
    if (itsUnit === 'MW') return [[quantity, body.data.map(({ values }) => values[id] ?? null)] as const]
    faults.push({ quantity, spans: null, message: `${id} is in ${itsUnit.slice(0, 20)}, not in MW` })
    return []
  })
  const stamps = body.data.map(({ timestamp }) => parseInstant(timestamp))
  return { stamps, columns, declaredStep: body.interval_minutes ?? null, faults }
}

/** Throws if all of a sent answer is unreadable. */
function readSeries({ stamps, columns, declaredStep, faults }: Answer, span: Span): SourceDocument {
  let newestUtc = Number.NEGATIVE_INFINITY
  const known = stamps.map((stamp) => {
    if (stamp === null || stamp <= newestUtc) return null
    newestUtc = stamp
    return stamp
  })
  if (known.includes(null)) faults.push({ quantity: 'all', spans: null, message: 'its stamps do not ascend' })
  // The answer includes the end of the span; our spans do not.
  if (newestUtc > 0 && !known.some((stamp) => stamp !== null && stamp >= span.fromUtc && stamp <= span.toUtc))
    throw unreadable('all its stamps lie outside the hours that were asked for')
  const steps = measureSteps(known, declaredStep)
  const series: PublishedSeries[] = []
  let hasValue = false
  for (const [quantity, values] of columns) {
    const message = series.some((one) => one.quantity === quantity)
      ? `it gives ${quantity} twice`
      : values.length === stamps.length
        ? null
        : `${quantity} does not have one value per stamp`
    if (message !== null) {
      faults.push({ quantity, spans: null, message })
      continue
    }
    const blocks = known.flatMap((stampUtc, row) => {
      if (stampUtc === null) return []
      const value = readValue(values[row], quantity, stampUtc, faults)
      hasValue ||= value !== null
      const stepMinutes = steps[row] ?? null
      const isInside = stampUtc >= span.fromUtc && stampUtc < span.toUtc
      if (stepMinutes === null || value === null || !isInside) return []
      return [{ startsAtUtc: stampUtc, stepMinutes, powerMw: Float64Array.of(value) }]
    })
    series.push({ quantity, blocks: toBlocks(mergeBlocks(blocks, span).quarters), repeated: 0 })
  }
  const [fault] = faults
  if (columns.length === 0 && stamps.length > 0)
    throw unreadable(fault?.message ?? 'it has none of load, solar and wind')
  if (fault !== undefined && !hasValue) throw unreadable(fault.message)
  return { series, faults: faults.map((one) => ({ ...one, message: `left out: ${one.message}` })) }
}

const STEPS: ReadonlySet<number> = new Set([15, 30, 60])

function isStep(minutes: number): minutes is StepMinutes {
  return STEPS.has(minutes)
}

/** Distance to the nearer neighbour, so that no value covers a gap; else as declared. */
export function measureSteps(
  stampsUtc: readonly (number | null)[],
  declaredStep: number | null,
): (StepMinutes | null)[] {
  const declared = declaredStep !== null && isStep(declaredStep) ? declaredStep : null
  return stampsUtc.map((stamp, row) => {
    if (stamp === null) return null
    const neighbours = [stampsUtc[row - 1] ?? -Infinity, stampsUtc[row + 1] ?? Infinity]
    const nearest = Math.min(...neighbours.map((other) => Math.abs(stamp - other) / MINUTE_MS))
    const step = isStep(nearest) ? nearest : declared
    return step !== null && stamp % (step * MINUTE_MS) === 0 ? step : null
  })
}

function readValue(
  value: unknown,
  quantity: PublishedQuantity,
  stampUtc: number,
  faults: DocumentFault[],
): number | null {
  if (value === null || (typeof value === 'number' && Number.isFinite(value))) return value
  const span = { fromUtc: stampUtc, toUtc: stampUtc + HOUR_MS }
  const last = faults.at(-1)
  const message = `a value of ${quantity} is not a number`
  if (last?.message === message) last.spans?.push(span)
  else faults.push({ quantity, spans: [span], message })
  return null
}

function fromUnixSeconds(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value * 1000 : null
}
