import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'

import { expect, onTestFinished, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { HOUR_MS } from '#server/series/series.ts'
import { checkSources } from '#server/sources/check-sources.ts'
import { readReport, runDoctor, settingsOf } from '#server/testing/doctor.ts'
import { startEntsoeService, type EntsoeService } from '#server/testing/entsoe-service.ts'
import { startOpenMeteo } from '#server/testing/open-meteo-server.ts'
import { copyDataFolder, createFolder, startProduct, statusOf } from '#server/testing/process.ts'
import { startTestServer } from '#server/testing/source-server.ts'

const TOKEN = '5a1f0c3e-secret-of-the-api'

async function startService(clock = Date.now): Promise<EntsoeService> {
  const service = await startEntsoeService(clock)
  onTestFinished(() => service.close())
  service.token = TOKEN
  service.library.areas = ['DE', 'SI']
  return service
}

/** What the command looks at, without its process. */
const look = (settings: Readonly<Record<string, string>>) =>
  checkSources(readConfig(settings), Date.now, AbortSignal.timeout(60_000))

/** The content of every file of a folder, by its sum. */
const sumsOf = (folder: string) =>
  execFileSync('sh', ['-c', 'find . -type f -exec cksum {} + | sort'], { cwd: folder, encoding: 'utf8' })

test('says that all is well, with what each service gave for a large and a small area', async () => {
  const service = await startService()
  const { dataDir } = await copyDataFolder()
  const before = sumsOf(dataDir)
  const { code, checks, output } = await readReport({ ...settingsOf(service), DATA_DIR: dataDir })
  expect(sumsOf(dataDir)).toBe(before)
  expect(checks.filter(({ status }) => status !== 'ok' && status !== 'note')).toEqual([])
  expect(code).toBe(0)
  // Four items of two areas from each door, and four lists of files.
  const partsOf = (part: string) => checks.filter((check) => check.part === part)
  expect([partsOf('ENTSO-E').length, partsOf('File Library').length]).toEqual([8, 12])
  const load = partsOf('ENTSO-E').find(({ what }) => what === 'DE load, measured')
  expect(load).toMatchObject({ status: 'ok', steps: [15], message: null })
  expect(load?.delayMinutes).toBeLessThan(3 * 60)
  // Of yesterday, and of today up to an hour ago.
  expect(load?.values).toBeGreaterThanOrEqual(23 * 4)
  // A sign-in, four lists and four files; the API once for each feed, and once for its time.
  expect(service.requests).toHaveLength(1 + 4 + 4 + 8 + 1)
  for (const secret of [TOKEN, service.library.password]) expect(output).not.toContain(secret)
})

test('prints a table for people', async () => {
  const service = await startService()
  const { dataDir } = await copyDataFolder()
  const { code, output } = await runDoctor({ ...settingsOf(service), DATA_DIR: dataDir })
  const lines = output.split('\n')
  expect(lines[0]).toMatch(/^part +what +status +step +first +last +delay +values$/)
  expect(output).toMatch(/^ENTSO-E +DE load, measured +ok +15 +\S+T00:00Z +\S+Z +1 h \d+ min +\d+$/m)
  expect(output).toMatch(/\n\nAll is well\.\n$/)
  expect(code).toBe(0)
})

test.each<[string, (service: EntsoeService) => void, string, RegExp]>([
  [
    'a wrong token',
    (service) => (service.token = 'another'),
    'ENTSO-E',
    /refuses the token \(401\)\. Check ENTSOE_TOKEN/,
  ],
  [
    'an outage',
    (service) => (service.outage = 'maintenance page'),
    'ENTSO-E',
    /answered 503\. Wait: a running server goes on/,
  ],
  [
    'an expired password',
    ({ library }) => (library.isPasswordExpired = true),
    'File Library',
    /has expired, .* ENTSOE_PASSWORD\. Check/,
  ],
])('finds %s, and the other door well', async (_, spoil, part, words) => {
  const service = await startService()
  const settings = settingsOf(service)
  spoil(service)
  const checks = await look(settings)
  const wrong = checks.filter(({ status }) => status === 'wrong')
  expect(new Set(wrong.map((check) => check.part))).toEqual(new Set([part]))
  expect(service.library.signIns).toBe(1)
  for (const { message, advice } of wrong) expect(`${message} ${advice}`).toMatch(words)
  for (const secret of [TOKEN, service.library.password]) expect(JSON.stringify(checks)).not.toContain(secret)
})

test('finds a clock that is off', async () => {
  const service = await startService(() => Date.now() - 2 * HOUR_MS)
  const checks = await look(settingsOf(service))
  expect(checks.find(({ part }) => part === 'clock')).toMatchObject({
    status: 'wrong',
    message: expect.stringMatching(/^It is 7[12]\d\d s ahead\.$/),
    advice: 'Set the clock of this machine, best by NTP.',
  })
})

test('looks into a database through the server that has it open', async () => {
  const { dataDir } = await copyDataFolder()
  const server = await startProduct({ DATA_DIR: dataDir })
  await expect.poll(() => statusOf(`${server.address}/readyz`)).toBe(200)
  const { code, checks } = await readReport({ SOURCE: 'none', DATA_DIR: dataDir })
  expect([code, checks[1]?.message]).toEqual([0, 'It has no values yet.'])
})

test('asks Energy-Charts and Open-Meteo where they are configured', async () => {
  const weather = await startOpenMeteo()
  const charts = await startTestServer((_url, response) => response.writeHead(404).end())
  onTestFinished(async () => void (await Promise.all([weather.close(), charts.close()])))
  const { code, checks } = await readReport({
    SOURCE: 'energy-charts',
    ENERGY_CHARTS_URL: charts.url,
    ENERGY_CHARTS_PACE_S: '0',
    WEATHER: 'open-meteo',
    WEATHER_URL: weather.url,
    DATA_DIR: await createFolder(),
  })
  expect(code).toBe(1)
  const partsOf = (part: string) => checks.filter((check) => check.part === part)
  expect(partsOf('Energy-Charts').map(({ status }) => status)).toEqual(
    Array.from({ length: 8 }, () => 'wrong'),
  )
  expect(partsOf('Open-Meteo').map(({ what, status, steps }) => [what, status, steps])).toEqual([
    ['weather of DE, forecast', 'ok', [60]],
    ['weather of SI, forecast', 'ok', [60]],
  ])
})

test('makes no database where there is none, and says that the first start does', async () => {
  const folder = await createFolder()
  const { code, checks } = await readReport({ SOURCE: 'none', DATA_DIR: `${folder}/none` })
  expect(code).toBe(0)
  expect(checks).toMatchObject([
    { part: 'settings', message: 'SOURCE=none, WEATHER=off, database embedded.' },
    { part: 'database', status: 'note', message: 'There is none yet. The first start makes it.' },
  ])
  expect(await readdir(folder)).toEqual([])
})

test.each<[string, Record<string, string>, RegExp]>([
  ['a setting is wrong', { SOURCE: 'entsoe' }, /^ENTSOE_TOKEN is needed/],
  [
    'the database does not answer',
    { SOURCE: 'none', DATABASE_URL: 'postgres://me:pass-of-db@127.0.0.1:1/none' },
    /does not answer|ECONNREFUSED/,
  ],
])('exits with 2 where a server could not start because %s', async (_, settings, message) => {
  const { code, checks, output } = await readReport(settings)
  expect(code).toBe(2)
  expect(checks.find(({ status }) => status === 'cannot start')?.message).toMatch(message)
  expect(output).not.toContain('pass-of-db')
})

test('refuses other words', async () => {
  expect(await runDoctor({}, '--jsom')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Usage: npm run doctor/),
  })
})
