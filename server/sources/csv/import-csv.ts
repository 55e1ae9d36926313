import { stat } from 'node:fs/promises'
import { basename } from 'node:path'

import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { monthOf } from '#server/calendar/month.ts'
import type { Clock } from '#server/clock.ts'
import { slotCount, type SeriesBlock, type SeriesKey, type StepMinutes } from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import { emptyWeather, WEATHER_FIELDS, windPowerAt } from '#server/series/weather/area-weather.ts'
import type { AreaWeather } from '#server/series/weather/area-weather.ts'
import type { WeatherStore } from '#server/series/weather/weather-store.ts'
import { refuseImplausible } from '#server/sources/plausible-values.ts'

import { COLUMNS, CsvError, type CsvLine, type PowerColumn, type WeatherColumn } from './format.ts'
import { checkFile, readCsvLines } from './read-lines.ts'
import { addSize, checkSizes, type FoundSeries, newSeries } from './sizes.ts'
import { createQuarterMarks } from './steps.ts'

export interface CsvImportOptions {
  series: SeriesStore
  weather: WeatherStore
  clock: Clock
  /** True if values are stored though they are far too small or large for their area. */
  mayBeOdd: boolean
  onProgress?: (share: number) => void
}

export interface CsvImportResult {
  lines: number
  values: number
  /** Delivery days of areas that got forecast weather. */
  weatherDays: number
  /** Values that cannot be true and were left out, by area. */
  refused: ReadonlyMap<MemberCode, number>
  changedSlots: number
  /** Hours of a series whose step neither the file nor the stamps around them say. */
  guessedHours: number
  /** Hours of a series that lack a part of their values, and so have no mean. */
  partialHours: number
}

/** Memory for values on their way into the database; a month of quarter hours of one series takes 24 kB of it. */
const MAX_BUFFERED_BYTES = 8_000_000

/** Imports a CSV file in one transaction, reading it twice to save memory. Rejects with a `CsvError`, a `DatabaseError` or an error of the file system. */
export async function importCsv(path: string, options: CsvImportOptions): Promise<CsvImportResult> {
  const file = await checkFile(path)
  let bytesRead = 0
  const onBytes = (bytes: number) => {
    bytesRead += bytes
    options.onProgress?.(Math.min(1, bytesRead / (2 * file.size)))
  }
  const found = await survey(path, onBytes)
  if (!options.mayBeOdd) await checkSizes(found.series, options.series)
  const now = options.clock()
  const refused = new Map<MemberCode, number>()
  const guessedHours = new Set<string>()
  const refuse = (area: MemberCode, count: number) => {
    if (count > 0) refused.set(area, (refused.get(area) ?? 0) + count)
  }
  const weather = createWeatherBuffer(refuse)
  let buffer = createMonthBuffer()
  const plausible = () =>
    buffer.blocks().map((block) => {
      const checked = refuseImplausible(block, now)
      refuse(block.area, checked.refused)
      return checked.block
    })
  /** Reads the surveyed file again, in portions. Throws if it was changed, or if another one took its place. */
  async function* batches(): AsyncGenerator<SeriesBlock[]> {
    for await (const line of readCsvLines(path, onBytes)) {
      for (const { column, value } of line.values) {
        if ('field' in column) {
          weather.add(line, column, value)
          continue
        }
        const number = seriesNumber(line.area, column)
        const shown = line.stepMinutes === null ? found.marks.stepOf(number, line.stampUtc) : null
        if (shown?.isGuessed) guessedHours.add(`${number} ${Math.floor(line.stampUtc / HOUR_MS)}`)
        const step = line.stepMinutes ?? shown?.stepMinutes ?? 60
        buffer.add(keyOf(line.area, column), line.stampUtc, step, value)
      }
      if (buffer.bytes() <= MAX_BUFFERED_BYTES) continue
      yield plausible()
      buffer = createMonthBuffer()
    }
    if ((await stat(path)).ctimeMs !== file.ctimeMs)
      throw new CsvError(1, 'the file changed while it was read.')
    yield plausible()
  }
  const provenance = { source: 'csv', fetchedAtUtc: now }
  let weatherDays = 0
  const changedSlots = await options.series.writeAll(
    found.series.map(({ key }) => key),
    batches(),
    provenance,
    'replace',
    async (connection) => {
      const origin = { model: `csv ${basename(path)}`, runUtc: null, knownAtUtc: null, fetchedAtUtc: now }
      for (const one of weather.weather())
        weatherDays += await options.weather.append([{ ...one, ...origin }], 'all', connection)
      // Weather raises the revision itself.
      return 0
    },
  )
  const { lines, values } = found
  const partialHours = found.marks.partialHours()
  return { lines, values, weatherDays, refused, changedSlots, guessedHours: guessedHours.size, partialHours }
}

/** Reads a file once without keeping it. */
async function survey(path: string, onBytes: (bytes: number) => void) {
  const marks = createQuarterMarks()
  const found = new Map<number, FoundSeries>()
  /** Series by number, and how messages call them. */
  const withoutStep = new Map<number, string>()
  let lines = 0
  let values = 0
  for await (const line of readCsvLines(path, onBytes)) {
    lines += 1
    for (const { column, value } of line.values) {
      values += 1
      const number = seriesNumber(line.area, column)
      // When a file gives two values for one moment, we cannot know which is right.
      if (!marks.mark(number, line.stampUtc)) {
        const stamp = new Date(line.stampUtc).toISOString()
        throw new CsvError(
          line.number,
          `${column.name} of ${line.area} at ${stamp} is already in an earlier line.`,
        )
      }
      if (line.stepMinutes === null) withoutStep.set(number, `${column.name} of ${line.area}`)
      if ('field' in column) continue
      const series = found.get(number) ?? newSeries(keyOf(line.area, column), column.name)
      found.set(number, series)
      addSize(series, value, line.stampUtc, line.number)
    }
  }
  for (const [number, name] of withoutStep) {
    if (!marks.isDaily(number)) continue
    const advice = 'Write a line for each hour, with the mean of the day if that is all you have.'
    throw new CsvError(
      null,
      `${name} has one value a day. ${advice} Values that are of single hours need the column step with 60.`,
    )
  }
  return { series: [...found.values()], marks, lines, values }
}

function seriesNumber(area: MemberCode, column: (typeof COLUMNS)[number]): number {
  return MEMBER_CODES.indexOf(area) * COLUMNS.length + COLUMNS.indexOf(column)
}

function keyOf(area: MemberCode, { quantity, kind }: PowerColumn): SeriesKey {
  return { area, quantity, kind }
}

/** Collects values of a file by series, step and month until they are written. */
function createMonthBuffer() {
  const blocks = new Map<string, SeriesBlock>()
  let bytes = 0
  return {
    add(series: SeriesKey, stampUtc: number, step: StepMinutes, powerMw: number): void {
      const month = monthOf(stampUtc)
      const name = `${series.area} ${series.quantity} ${series.kind} ${step} ${month.firstDay}`
      let block = blocks.get(name)
      if (block === undefined) {
        const empty = new Float64Array(slotCount(month, step)).fill(Number.NaN)
        block = { ...series, startsAtUtc: month.fromUtc, stepMinutes: step, powerMw: empty }
        blocks.set(name, block)
        bytes += empty.byteLength
      }
      block.powerMw[(stampUtc - block.startsAtUtc) / (step * MINUTE_MS)] = powerMw
    },
    bytes: (): number => bytes,
    blocks: (): SeriesBlock[] => [...blocks.values()],
  }
}

const HOURS_PER_DAY = DAY_MS / HOUR_MS

/** Collects the forecast weather of a file until it is written: a year of an area takes 0.3 MB. `refuse` is called with values that cannot be true. */
function createWeatherBuffer(refuse: (area: MemberCode, count: number) => void) {
  /** By area the weather of each day (UTC), by its number since 1970. */
  const areas = new Map<MemberCode, Map<number, AreaWeather>>()
  return {
    add({ area, stampUtc }: CsvLine, { field, least, most }: WeatherColumn, value: number): void {
      const number = Math.floor(stampUtc / DAY_MS)
      const days = areas.get(area) ?? new Map<number, AreaWeather>()
      const day = days.get(number) ?? emptyWeather(number * DAY_MS, HOURS_PER_DAY)
      areas.set(area, days.set(number, day))
      const hour = (stampUtc - day.startsAtUtc) / HOUR_MS
      if (value < least || value > most) return refuse(area, 1)
      day[field][hour] = value
      // All that a mean speed says of the turbines.
      if (field === 'windSpeedMs') day.windPower[hour] = windPowerAt(value)
    },
    /** Gives the collected weather: days of an area that follow each other are one weather. */
    *weather(): Iterable<{ area: MemberCode; weather: AreaWeather }> {
      for (const [area, days] of areas) for (const weather of joined(days)) yield { area, weather }
    },
  }
}

function joined(days: ReadonlyMap<number, AreaWeather>): AreaWeather[] {
  const runs: AreaWeather[][] = []
  for (const [number, day] of [...days].toSorted(([a], [b]) => a - b)) {
    if (days.has(number - 1)) runs.at(-1)?.push(day)
    else runs.push([day])
  }
  return runs.map((run) => {
    const weather = emptyWeather(run[0]?.startsAtUtc ?? 0, run.length * HOURS_PER_DAY)
    for (const [index, day] of run.entries())
      for (const field of WEATHER_FIELDS) weather[field].set(day[field], index * HOURS_PER_DAY)
    return weather
  })
}
