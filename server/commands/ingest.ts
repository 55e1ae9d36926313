import { parseArgs } from 'node:util'

import { parseDate, toZoned } from '@internationalized/date'
import type { CalendarDate } from '@internationalized/date'

import { AREA_CODES, MEMBER_CODES, membersOf } from '#contract/areas.ts'
import type { MemberCode } from '#contract/areas.ts'
import { DEFAULT_TIME_ZONE } from '#contract/query.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { openCommandDatabase } from '#server/database/open-database.ts'
import { DatabaseError } from '#server/errors.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import type { Span } from '#server/series/series.ts'
import { createConfiguredSource } from '#server/sources/configured-source.ts'
import { ingestSpan } from '#server/sources/ingestion/ingest-span.ts'
import type { IngestedSpan } from '#server/sources/ingestion/ingest-span.ts'
import type { Source } from '#server/sources/source.ts'
import { CommandError, runCommand } from '#server/terminal/command.ts'
import { createProgressLine } from '#server/terminal/progress-line.ts'

const USAGE = `Usage: npm run ingest -- --from 2024-06-15 --to 2024-06-16 [--area PL]
Reads whole days from the source into the database, from the first to the last, in ${DEFAULT_TIME_ZONE}.`

interface Words {
  from?: string
  to?: string
  area?: string
}

function readWords(words: readonly string[]): Words {
  try {
    const options = { from: { type: 'string' }, to: { type: 'string' }, area: { type: 'string' } } as const
    return parseArgs({ args: [...words], options }).values
  } catch {
    throw new CommandError(USAGE)
  }
}

function readDate(name: string, text: string | undefined): CalendarDate {
  if (text === undefined) throw new CommandError(USAGE)
  try {
    return parseDate(text)
  } catch {
    throw new CommandError(`--${name} must be a date that exists, written yyyy-MM-dd.`)
  }
}

function readSpan({ from, to }: Words): Span {
  const first = readDate('from', from)
  const last = readDate('to', to)
  if (last.compare(first) < 0) throw new CommandError('--to must not be before --from.')
  const startOf = (date: CalendarDate) => toZoned(date, DEFAULT_TIME_ZONE).toDate().getTime()
  return { fromUtc: startOf(first), toUtc: startOf(last.add({ days: 1 })) }
}

function readAreas({ area }: Words): readonly MemberCode[] {
  if (area === undefined) return MEMBER_CODES
  const code = AREA_CODES.find((known) => known === area.toUpperCase())
  if (code === undefined) throw new CommandError(`--area must be one of ${AREA_CODES.join(', ')}.`)
  return membersOf(code)
}

function report({ found, changed, refused, failures, isComplete }: IngestedSpan): void {
  const refusal = refused === 0 ? '' : `, ${refused} refused because they cannot be true`
  process.stdout.write(`${found} values read, ${changed} new or changed${refusal}.\n`)
  for (const { feed, reason } of failures) process.stderr.write(`${feed}: ${reason}\n`)
  if (!isComplete) throw new CommandError('Some values could not be read. What was stored is kept.')
}

function openSource(database: Database, areas: readonly MemberCode[], { area }: Words): Source {
  const source = createConfiguredSource(readConfig(process.env), Date.now, database)
  if (source === null) throw new CommandError('SOURCE is none: there is no source to read from.')
  if (!source.feeds.some((feed) => areas.includes(feed.area)))
    throw new CommandError(`${source.label} does not cover ${area ?? 'these areas'}.`)
  return source
}

await runCommand(async (words) => {
  const options = readWords(words)
  const [span, areas] = [readSpan(options), readAreas(options)]
  const database = await openCommandDatabase(readConfig(process.env))
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  try {
    const source = openSource(database, areas, options)
    const line = createProgressLine(`Reading ${source.label}`, 'days of series')
    const series = createSeriesStore(database)
    const parts = { source, database, series, clock: Date.now, areas, span, onProgress: line.update }
    report(await ingestSpan(parts, stop.signal).finally(() => line.end()))
  } catch (error) {
    if (stop.signal.aborted) throw new CommandError('Stopped. What was stored is kept.')
    if (error instanceof DatabaseError) throw new CommandError(error.message)
    throw error
  } finally {
    await database.close()
  }
})
