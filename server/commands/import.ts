import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { parseArgs } from 'node:util'

import { UPLOAD_COLUMNS, UPLOAD_NAME_RULE, UploadNameSchema } from '#contract/uploads.ts'
import { createUsers } from '#server/auth/users.ts'
import type { Database } from '#server/database/database.ts'
import { codeOf, DatabaseError, RequestError } from '#server/errors.ts'
import { readRunMoments } from '#server/forecast/runs/kept/read-runs.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { createUploadStore } from '#server/series/store/upload-store.ts'
import { createWeatherStore } from '#server/series/store/weather-store.ts'
import { CsvError, POWER_COLUMNS, WEATHER_COLUMNS } from '#server/sources/csv/format.ts'
import { importCsv, type CsvImportResult } from '#server/sources/csv/import-csv.ts'
import { checkFile } from '#server/sources/csv/read-lines.ts'
import { checkUpload, readUpload } from '#server/sources/csv/read-upload.ts'
import { chooseUser, CommandError, onDatabase, runCommand } from '#server/terminal/command.ts'
import { createProgressLine } from '#server/terminal/progress-line.ts'

const USAGE = `Usage: npm run import -- [--yes] FILE.csv …
       npm run import -- --forecast NAME [--user USER] [--for-all] FILE.csv …
The first line of a file names its columns: timestamp, area and any of
${POWER_COLUMNS.map(({ name }) => name).join(', ')}
in MW, and of forecast weather, means of the area over an hour:
${WEATHER_COLUMNS.map(({ name, unit }) => `${name} (${unit})`).join(', ')}.
An empty cell is a missing value. An optional column step gives the minutes that a line stands for: 15, 30 or 60.
The file - is standard input. With --yes values are stored that are far too small or large for their area, or seem to be in another unit.
With --forecast a file holds a forecast of your own with the columns ${UPLOAD_COLUMNS.join(', ')}. Its owner alone may see it, unless --for-all is given.`

const STANDARD_INPUT = '-'

const count = (number: number, noun: string) =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`

function summary(result: CsvImportResult): string {
  const { lines, values, weatherDays, changedSlots, refused, notes } = result
  const leftOut = [...refused].map(([area, number]) => `${number.toLocaleString('en')} of ${area}`)
  return [
    `${count(lines, 'line')}, ${count(values, 'value')}, ${changedSlots.toLocaleString('en')} changed in the database.`,
    weatherDays > 0 && `Forecast weather of ${count(weatherDays, 'day')} of areas.`,
    leftOut.length > 0 && `Left out because they cannot be true: ${leftOut.join(', ')}.`,
    ...notes,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}

/** Other errors are bugs and are rethrown. */
function problemOf(error: unknown): string {
  if (error instanceof CsvError || error instanceof DatabaseError || error instanceof RequestError)
    return error.message
  const code = codeOf(error)
  if (code === 'ENOENT') return 'there is no such file.'
  if (code === 'EACCES' || code === 'EPERM') return 'you are not allowed to read it.'
  throw error
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']
type ImportFile = (path: string, onProgress: (share: number) => void) => Promise<string>

/** The product's own series. */
function importSeries(database: Database, mayBeOdd: boolean): ImportFile {
  const stores = { series: createSeriesStore(database), weather: createWeatherStore(database) }
  return async (path, onProgress) =>
    summary(await importCsv(path, { ...stores, clock: Date.now, mayBeOdd, onProgress }))
}

/** A user's own forecast. */
async function importForecast(
  database: Database,
  { forecast, user: owner, 'for-all': isForAll, yes: mayBeOdd = false }: Values,
): Promise<ImportFile> {
  const name = UploadNameSchema.safeParse(forecast)
  if (!name.success) throw new CommandError(UPLOAD_NAME_RULE)
  const user = await chooseUser(database, owner)
  const series = createSeriesStore(database)
  const named = { name: name.data, visible_to: isForAll ? ('all' as const) : undefined }
  return async (path) => {
    const { isCut } = await checkFile(path)
    const nowUtc = Date.now()
    const upload = await readUpload(createReadStream(path), isCut, nowUtc)
    await checkUpload(upload, series, mayBeOdd ? null : 'import the file with --yes')
    const { values, versions, notes } = upload
    await createUsers(database).asUser(user, (connection) =>
      createUploadStore(database).write(connection, user.id, {
        ...named,
        versions,
        nowUtc,
        receivedUtc: null,
        readMoments: readRunMoments,
      }),
    )
    return [`${count(values, 'value')} of ${named.name} for ${user.name}.`, ...notes].join(' ')
  }
}

/** Reports the result. False if the file was not imported. */
async function importFile(importIt: ImportFile, path: string): Promise<boolean> {
  const name = basename(path)
  const line = createProgressLine(`Importing ${name}`, '%')
  let percent = 0
  const onProgress = (share: number) => {
    const reached = Math.floor(100 * share)
    if (reached > percent) line.update({ done: reached, total: 100 })
    percent = Math.max(percent, reached)
  }
  try {
    const done = await importIt(path, onProgress)
    line.end()
    process.stdout.write(`${name}: ${done}\n`)
    return true
  } catch (error) {
    line.end()
    process.stderr.write(`${name}: nothing imported: ${problemOf(error)}\n`)
    return false
  }
}

function importFiles(paths: readonly string[], values: Values): Promise<void> {
  return onDatabase({ mayMake: true }, async (database) => {
    const importIt =
      values.forecast === undefined
        ? importSeries(database, values.yes ?? false)
        : await importForecast(database, values)
    let failed = 0
    for (const path of paths) if (!(await importFile(importIt, path))) failed += 1
    if (failed > 0)
      throw new CommandError(`${failed} of ${count(paths.length, 'file')} could not be imported.`)
  })
}

/** Copied to a file, since an import reads twice. The input may be slow, so no database is open meanwhile. */
async function withStandardInput(work: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'energy-metrics-import-'))
  try {
    const path = join(folder, 'standard input')
    await pipeline(process.stdin, createWriteStream(path)).catch((error: unknown) => {
      throw new CommandError(`Standard input cannot be copied to ${folder}: ${String(error)}.`)
    })
    await work(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const options = {
  yes: { type: 'boolean' },
  forecast: { type: 'string' },
  user: { type: 'string' },
  'for-all': { type: 'boolean' },
} as const

await runCommand({ usage: USAGE, options, words: [1, Infinity] }, async ({ positionals: paths, values }) => {
  if (!paths.includes(STANDARD_INPUT)) return importFiles(paths, values)
  return withStandardInput((copy) =>
    importFiles(
      paths.map((path) => (path === STANDARD_INPUT ? copy : path)),
      values,
    ),
  )
})
