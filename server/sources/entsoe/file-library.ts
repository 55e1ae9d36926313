import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { z } from 'zod'

import { DAY_MS, HOUR_MS, MINUTE_MS, type Span, toDate } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import { SourceError } from '#server/errors.ts'
import { createDocumentReader } from '#server/sources/document-thread.ts'
import { createPace, monotonicTimer, type Timer } from '#server/sources/pace.ts'
import { parseJson } from '#server/sources/parse-json.ts'
import { readFeed, type PublishedParts } from '#server/sources/read-feed.ts'
import { createSourceRequest } from '#server/sources/source-request.ts'
import type { RequestExtras, SourceAnswer, SourceRequest } from '#server/sources/source-request.ts'
import type { ArchivedValues, Feed } from '#server/sources/source.ts'

import { EIC_BY_AREA } from './areas.ts'
import { lastChange, readFileList, readMonthlyFile, spanOfFile } from './monthly-file.ts'
import type { ListedFile, MonthlyFile } from './monthly-file.ts'
import { invalid } from './xml.ts'

export interface LibraryItem extends Omit<Feed, 'area'> {
  /** Folder, and end of the file names, without the version. */
  stem: string
  column: string
}

export const LIBRARY_ITEMS: readonly LibraryItem[] = [
  { kind: 'actual', quantities: ['load'], stem: 'ActualTotalLoad_6.1.A', column: 'TotalLoad[MW]' },
  { kind: 'tso', quantities: ['load'], stem: 'DayAheadTotalLoadForecast_6.1.B', column: 'TotalLoad[MW]' },
  {
    kind: 'actual',
    quantities: ['solar', 'wind'],
    stem: 'AggregatedGenerationPerType_16.1.B_C',
    column: 'ActualGenerationOutput[MW]',
  },
  {
    kind: 'tso',
    quantities: ['solar', 'wind'],
    stem: 'GenerationForecastsForWindAndSolar_14.1.D',
    column: 'DayAheadGenerationForecast[MW]',
  },
]
/** Items move to r3.1 one by one; these four were still r3 in October 2026. */
const VERSIONS = ['r3', 'r3.1'] as const
const TOP_FOLDER = 'TP_export'

const LABEL = 'ENTSO-E File Library'
/** 100 requests a minute cause a ban of ten minutes. The extra second allows for network delays. */
const PACE = { limits: [{ weight: 60, perMs: 61_000 }], atOnce: 2 }
const BAN_S = 600
/** Users wait two to three minutes for an answer. */
const SILENCE_MS = 120_000
/** The largest archive seen has 11.2 MB. */
const MAX_FILE_BYTES = 64_000_000
/** A token has some 1.5 kB. */
const MAX_TOKEN_BYTES = 32_000
/** A folder holds some 150 files, each with 300 bytes in the list. */
const MAX_LIST_BYTES = 1_000_000
/** The largest file has 157 MB of text, which takes seconds. */
const MAX_READING_MS = 300_000
/** A token lasts 900 s. */
const RENEWED_BEFORE_MS = MINUTE_MS
/** Files change at most once an hour. */
const LISTED_FOR_MS = HOUR_MS / 2
/** One request of each feed covers this. */
const NEWEST_AGE_MS = 28 * DAY_MS

const readFile = createDocumentReader(LABEL, 'entsoeFile', readMonthlyFile, MAX_READING_MS)

const readList = createDocumentReader(LABEL, 'entsoeList', readFileList)

interface LibraryOptions {
  url: string
  signInUrl: string
  username: string
  /** Sent only to `signInUrl`, in the body. */
  password: string
  clock: Clock
  timer?: Timer
}

export type FileLibrary = ReturnType<typeof createFileLibrary>

export function createFileLibrary(options: LibraryOptions & { parts: PublishedParts }) {
  const ask = createAsk(options)
  const list = createFolders(ask, options.clock)
  const read = new Map<string, number>()

  return {
    newestAgeMs: NEWEST_AGE_MS,
    list,
    async read(feeds: readonly Feed[], month: Span, signal: AbortSignal): Promise<ArchivedValues[] | null> {
      const item = LIBRARY_ITEMS.find(({ kind, quantities }) =>
        feeds.every((feed) => feed.kind === kind && feed.quantities.join() === quantities.join()),
      )
      if (item === undefined) return null
      const file = (await list(item, signal)).get(toDate(month.fromUtc))
      if (file === undefined || read.get(file.name) === file.changedUtc) return null
      const span = spanOfFile(month)
      const found = await readSeries(ask, item, file, span, signal)
      const values: ArchivedValues[] = []
      for (const feed of feeds) {
        values.push(await valuesOf(feed, found, span, options.parts))
        // A whole month would block other requests.
        await nextTurn()
      }
      const fault = values.find(({ faults }) => faults.length > 0)?.faults[0]
      if (fault !== undefined && values.every(({ blocks }) => blocks.length === 0))
        throw invalid(`nothing in ${file.name} can be read (${fault})`)
      read.set(file.name, file.changedUtc)
      return values
    },
  }
}

/** Null after a 400: no such file. */
type Ask = (
  path: string,
  body: object,
  signal: AbortSignal,
  extras: Pick<RequestExtras, 'saveTo' | 'maxBytes'>,
) => Promise<string | null>

/** Renews a token that ended early. */
function createAsk(options: LibraryOptions): Ask {
  const { url, clock, timer = monotonicTimer } = options
  const request = createSourceRequest({
    label: LABEL,
    pace: createPace({ ...PACE, timer }),
    clock,
    silenceMs: SILENCE_MS,
    holdAfter429S: BAN_S,
  })
  const tokens = createTokens(request, options)

  return async (path, body, signal, extras) => {
    const known = tokens.current()
    const send = (authorization: string) => {
      const headers = { authorization: `Bearer ${authorization}` }
      const address = new URL(path, `${url.replace(/\/+$/, '')}/`)
      return request(address, signal, { body, headers, ...extras })
    }
    let answer = await send(known ?? (await tokens.signIn(signal)))
    if (answer.status === 401 && known !== null) answer = await send(await tokens.signIn(signal))
    if (answer.status === 400) return null
    if (answer.status === 200) return answer.text
    throw new SourceError(`${LABEL} answered ${answer.status}.`, { isTransient: answer.status === 404 })
  }
}

const TokenSchema = z.object({ access_token: z.string(), expires_in: z.number() })

function createTokens(request: SourceRequest, { signInUrl, username, password, clock }: LibraryOptions) {
  let signingIn: Promise<string> | null = null
  let token: { text: string; untilUtc: number } | null = null

  async function fetchToken(signal: AbortSignal): Promise<string> {
    const body = new URLSearchParams({
      client_id: 'tp-fms-public',
      grant_type: 'password',
      username,
      password,
    })
    const answer = await request(new URL(signInUrl), signal, { body, maxBytes: MAX_TOKEN_BYTES })
    if (answer.status !== 200) throw refusedSignIn(answer)
    const { data } = TokenSchema.safeParse(parseJson(answer.text))
    if (data === undefined)
      throw new SourceError(`${LABEL} sent an answer that cannot be read.`, { isTransient: true })
    const { access_token, expires_in } = data
    token = { text: access_token, untilUtc: clock() + expires_in * 1000 - RENEWED_BEFORE_MS }
    return access_token
  }

  return {
    current: (): string | null => (token !== null && clock() < token.untilUtc ? token.text : null),
    /** Repeated failures may lock the login. */
    signIn(signal: AbortSignal): Promise<string> {
      signingIn ??= fetchToken(signal).finally(() => {
        signingIn = null
      })
      return signingIn
    },
  }
}

/** Files by first day of the month, `yyyy-MM-dd`. */
function createFolders(ask: Ask, clock: Clock) {
  const listed = new Map<string, { atUtc: number; files: ReadonlyMap<string, ListedFile> }>()

  return async (item: LibraryItem, signal: AbortSignal): Promise<ReadonlyMap<string, ListedFile>> => {
    const known = listed.get(item.stem)
    if (known !== undefined && clock() < known.atUtc + LISTED_FOR_MS) return known.files
    for (const version of VERSIONS) {
      const folder = `/${TOP_FOLDER}/${item.stem}_${version}/`
      const body = { path: folder, sorterList: [], pageInfo: { pageIndex: 0, pageSize: 5000 } }
      const text = await ask('listFolder', body, signal, { maxBytes: MAX_LIST_BYTES })
      const files = text === null ? new Map<string, ListedFile>() : await readList(text, folder)
      if (files.size === 0) continue
      listed.set(item.stem, { atUtc: clock(), files })
      return files
    }
    throw new SourceError(`${LABEL} has no files of ${item.stem}_${VERSIONS.join(' or ')}.`, {
      isTransient: true,
    })
  }
}

async function readSeries(
  ask: Ask,
  { column }: LibraryItem,
  { folder, name }: ListedFile,
  span: Span,
  signal: AbortSignal,
): Promise<MonthlyFile> {
  const place = await mkdtemp(join(tmpdir(), 'energy-metrics-file-'))
  try {
    const path = join(place, 'file')
    const body = { folder, filename: name, topLevelFolder: TOP_FOLDER, downloadAsZip: true }
    const extras = { saveTo: path, maxBytes: MAX_FILE_BYTES }
    if ((await ask('downloadFileContent', body, signal, extras)) === null)
      throw new SourceError(`${LABEL} does not give out a file that it lists.`, { isTransient: true })
    const content = await readFile(path, column, span)
    if (content.series.length + content.faults.length === 0) throw invalid('it holds nothing of our areas')
    return content
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const { isTransient, retryAfterS, cause } = error
    throw new SourceError(`${name}: ${error.message}`, { isTransient, retryAfterS, cause })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function valuesOf(
  feed: Feed,
  file: MonthlyFile,
  span: Span,
  parts: PublishedParts,
): Promise<ArchivedValues> {
  const isOwn = ({ eic }: { eic: string }) => eic === EIC_BY_AREA[feed.area]
  const series = file.series.filter(isOwn)
  const fetched = await readFeed(feed, span, { series, faults: file.faults.filter(isOwn) }, parts)
  return {
    feed,
    ...fetched,
    updatedUtc: (quantity, hourUtc) => {
      const own = series.filter((one) => (quantity === 'solar') === (one.quantity === 'solar'))
      return Math.max(...own.map((one) => lastChange(one, hourUtc)))
    },
  }
}

/** Keycloak's texts, not yet seen at this service. */
function refusedSignIn({ status, text }: SourceAnswer): SourceError {
  // An account with a pending action. Passwords expire after 183 days.
  const reason = /not fully set up|expired/i.test(text)
    ? 'the password has expired, as it does after 183 days. Sign in at https://transparency.entsoe.eu, choose a new one and set ENTSOE_PASSWORD'
    : text.includes('invalid_grant')
      ? 'ENTSOE_USERNAME or ENTSOE_PASSWORD is wrong'
      : `it answered ${status}`
  return new SourceError(`${LABEL} refuses the sign-in: ${reason}.`, { isTransient: false, fault: 'request' })
}
