import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'

import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { monthOf } from '#server/calendar/month.ts'
import type { Clock } from '#server/clock.ts'
import { slotCount, type SeriesBlock, type SeriesKey, type StepMinutes } from '#server/series/series.ts'
import { emptyWeather, WEATHER_FIELDS, windPowerAt } from '#server/series/store/area-weather.ts'
import type { AreaWeather } from '#server/series/store/area-weather.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import type { WeatherStore } from '#server/series/store/weather-store.ts'
import { refuseImplausible } from '#server/sources/plausible-values.ts'

import { COLUMNS, CsvError, type CsvLine, type PowerColumn, type WeatherColumn } from './format.ts'
import { checkFile, readCsvLines } from './read-lines.ts'
import { addSize, checkSizes, cutWords, type FileSeries, type FoundSeries, newSeries } from './sizes.ts'
import { createMarkedSteps, createQuarterMarks, sparseFrom, stepWords, strayWords } from './steps.ts'

export interface CsvImportOptions {
  series: SeriesStore
  weather: WeatherStore
  clock: Clock
  /** Skips `checkSizes`. */
  mayBeOdd: boolean
  onProgress?: (share: number) => void
}

const SINGLE_HOURS = 'Values that are of single hours need the column step with 60.'

export type CsvImportResult = Awaited<ReturnType<typeof importCsv>>

/** A month of quarter hours of one series takes 24 kB. */
const MAX_BUFFERED_BYTES = 8_000_000

/** One transaction; two readings save memory. Rejects with a `CsvError`, a `DatabaseError` or a file system error. */
export async function importCsv(path: string, options: CsvImportOptions) {
  const { stats, isCut } = await checkFile(path)
  let bytesRead = 0
  const onBytes = (bytes: number) => {
    bytesRead += bytes
    options.onProgress?.(Math.min(1, bytesRead / (2 * stats.size)))
  }
  const found = await survey(path, onBytes)
  const { lines, values, partialHours } = found
  if (!options.mayBeOdd) await checkSizes(found.series, options.series, 'import the file with --yes')
  const now = options.clock()
  const bring = createPortions(found, now)
  let weatherDays = 0
  const changedSlots = await options.series.writeAll(
    found.series.map(({ key }) => key),
    bring.batches(path, stats, onBytes),
    { source: 'csv', fetchedAtUtc: now },
    'replace',
    async (connection) => {
      const origin = { model: `csv ${basename(path)}`, runUtc: null, knownAtUtc: null, fetchedAtUtc: now }
      for (const one of bring.weather())
        weatherDays += await options.weather.append([{ ...one, ...origin }], 'all', connection)
      // `append` raises the revision itself.
      return 0
    },
  )
  const { refused, guessedHours } = bring
  const notes = [...stepWords(guessedHours.size, partialHours), ...(isCut ? cutWords(found.series) : [])]
  return { lines, values, weatherDays, refused, changedSlots, notes }
}

function createPortions({ stepOf, sparse }: Survey, now: number) {
  const refused = new Map<MemberCode, number>()
  const guessedHours = new Set<string>()
  const refuse = (area: MemberCode, count: number) => {
    if (count > 0) refused.set(area, (refused.get(area) ?? 0) + count)
  }
  const weather = createWeatherBuffer(refuse)
  const plausible = (blocks: readonly SeriesBlock[]) =>
    blocks.map((block) => {
      const checked = refuseImplausible(block, now)
      refuse(block.area, checked.refused)
      return checked.block
    })

  function stepAt({ number, stampUtc, stepMinutes, area }: CsvLine, column: PowerColumn): StepMinutes {
    if (stepMinutes !== null) return stepMinutes
    const series = seriesNumber(area, column)
    const step = stepOf(series, stampUtc)
    if (step?.isStray && stampUtc % HOUR_MS !== 0)
      throw new CsvError(number, `${strayWords(`${column.name} of ${area}`)} The column step can say which.`)
    if (step?.isGuessed) guessedHours.add(`${series} ${Math.floor(stampUtc / HOUR_MS)}`)
    return step?.stepMinutes ?? 60
  }

  return {
    refused,
    guessedHours,
    weather: () => weather.weather(),
    /** Throws if the file has changed since `before`. */
    async *batches(
      path: string,
      before: Stats,
      onBytes: (bytes: number) => void,
    ): AsyncGenerator<SeriesBlock[]> {
      let buffer = createMonthBuffer()
      for await (const line of readCsvLines(path, onBytes)) {
        for (const { column, value } of line.values) {
          const found = sparse.get(seriesNumber(line.area, column))
          if (found?.hour === Math.floor(line.stampUtc / HOUR_MS))
            throw new CsvError(line.number, found.words)
          if ('field' in column) weather.add(line, column, value)
          else buffer.add(keyOf(line.area, column), line.stampUtc, stepAt(line, column), value)
        }
        if (buffer.bytes() <= MAX_BUFFERED_BYTES) continue
        yield plausible(buffer.blocks())
        buffer = createMonthBuffer()
      }
      if ((await stat(path)).ctimeMs !== before.ctimeMs)
        throw new CsvError(1, 'the file changed while it was read.')
      yield plausible(buffer.blocks())
    },
  }
}

type Survey = Awaited<ReturnType<typeof survey>>

async function survey(path: string, onBytes: (bytes: number) => void) {
  const marks = createQuarterMarks()
  const found = new Map<number, FoundSeries & { key: FileSeries & SeriesKey }>()
  /** For messages, by series number. */
  const withoutStep = new Map<number, string>()
  const numbers = new Set<number>()
  let lines = 0
  let values = 0
  for await (const line of readCsvLines(path, onBytes)) {
    lines += 1
    for (const { column, value } of line.values) {
      values += 1
      const number = seriesNumber(line.area, column)
      numbers.add(number)
      // Either of two values could be right.
      if (!marks.mark(number, line.stampUtc)) {
        const stamp = new Date(line.stampUtc).toISOString()
        throw new CsvError(
          line.number,
          `${column.name} of ${line.area} at ${stamp} is already in an earlier line.`,
        )
      }
      if (line.stepMinutes === null) withoutStep.set(number, `${column.name} of ${line.area}`)
      if ('field' in column) continue
      const key = keyOf(line.area, column)
      const series = found.get(number) ?? { ...newSeries(key, column.name), key }
      found.set(number, series)
      addSize(series, { powerMw: value, stampUtc: line.stampUtc, line: line.number })
    }
  }
  const stepOf = createMarkedSteps(marks)
  const sparse = new Map<number, { hour: number; words: string }>()
  let partialHours = 0
  for (const number of numbers) {
    const hours = marks.hoursOf(number)
    const name = withoutStep.get(number)
    const found = name === undefined ? null : sparseFrom(hours)
    if (found !== null) sparse.set(number, { ...found, words: `${name}${found.words} ${SINGLE_HOURS}` })
    for (const hour of hours) if (stepOf(number, hour * HOUR_MS)?.isPartial) partialHours += 1
  }
  return { series: [...found.values()], stepOf, sparse, lines, values, partialHours }
}

function seriesNumber(area: MemberCode, column: (typeof COLUMNS)[number]): number {
  return MEMBER_CODES.indexOf(area) * COLUMNS.length + COLUMNS.indexOf(column)
}

function keyOf(area: MemberCode, { quantity, kind }: PowerColumn): FileSeries & SeriesKey {
  return { area, quantity, kind }
}

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

/** A year of one area takes 0.3 MB. */
function createWeatherBuffer(refuse: (area: MemberCode, count: number) => void) {
  /** Days (UTC) since 1970. */
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
      // Files have no wind power.
      if (field === 'windSpeedMs') day.windPower[hour] = windPowerAt(value)
    },
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
