import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'
import { readConfig } from '#server/config.ts'
import { checkSources } from '#server/doctor/check-sources.ts'
import { readReport, runDoctor } from '#server/testing/doctor.ts'
import { copyDataFolder, createFolder } from '#server/testing/folders.ts'
import { listen } from '#server/testing/listen.ts'
import { freePort, startProduct, startReady } from '#server/testing/process.ts'
import { startEntsoeService, type EntsoeService, settingsOf } from '#server/testing/services/entsoe.ts'
import { startOpenMeteo } from '#server/testing/services/open-meteo.ts'
import { CLIENT_ID, startOrganisation } from '#server/testing/services/organisation.ts'
import { openTestServer } from '#server/testing/source.ts'

const TOKEN = '5a1f0c3e-secret-of-the-api'

async function startService(clock = Date.now): Promise<EntsoeService> {
  const service = await startEntsoeService(clock)
  onTestFinished(() => service.close())
  service.token = TOKEN
  service.library.areas = ['DE', 'SI']
  return service
}

/** The checks of the command, without its process. */
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
  // Yesterday, and today up to an hour ago.
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
  expect(output).toMatch(/^ENTSO-E +DE load, measured +ok +15 +\S+T00:00Z +\S+Z +[12] h \d+ min +\d+$/m)
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
  await startReady({ DATA_DIR: dataDir })
  const { code, checks } = await readReport({ SOURCE: 'none', DATA_DIR: dataDir })
  expect([code, checks.find(({ part }) => part === 'database')?.message]).toEqual([
    0,
    'It has no values yet.',
  ])
})

test('asks Energy-Charts and Open-Meteo where they are configured', async () => {
  const weather = await startOpenMeteo()
  const ended = JSON.stringify({ unix_seconds: [], production_types: [], deprecated: true })
  const charts = await openTestServer(({ pathname }, response) =>
    pathname === '/api/public_power' ? response.end(ended) : response.writeHead(404).end(),
  )
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
  const charted = partsOf('Energy-Charts')
  expect(charted.slice(0, 8).every(({ status }) => status === 'wrong')).toBe(true)
  expect(charted.slice(8)).toMatchObject([
    {
      what: 'announcement',
      status: 'note',
      message: 'Energy-Charts announces the end of version 1 of public_power: version 2 is asked first.',
    },
  ])
  expect(partsOf('Open-Meteo').map(({ what, status, steps }) => [what, status, steps])).toEqual([
    ['weather of DE, forecast', 'ok', [60]],
    ['weather of SI, forecast', 'ok', [60]],
  ])
})

/** A service by HTTPS whose certificate nobody knows. */
async function startUnknownCa(): Promise<string> {
  const folder = await createFolder()
  const words = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
  execFileSync('openssl', ['req', ...words.split(' '), '-keyout', 'key', '-out', 'cert'], {
    cwd: folder,
    stdio: 'ignore',
  })
  const read = (name: string) => readFileSync(join(folder, name))
  const server = createServer({ key: read('key'), cert: read('cert') }, (_, response) => response.end())
  onTestFinished(() => void server.close())
  return `https://127.0.0.1:${await listen(server)}`
}

test('asks the OpenID Connect provider too, and names the port, the CA and the proxy', async () => {
  const organisation = await startOrganisation('https://energy.example.org/signed-in')
  onTestFinished(() => organisation.close())
  const closed = `http://127.0.0.1:${await freePort()}`
  const unknown = await startUnknownCa()
  const dataDir = await createFolder()
  const ask = async (issuer: string, settings: Readonly<Record<string, string>> = {}) => {
    const { code, checks } = await readReport({
      SOURCE: 'none',
      DATA_DIR: dataDir,
      PUBLIC_URL: 'https://energy.example.org',
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_DOMAINS: 'example.org',
      ...settings,
    })
    const { what, status, message, advice } = checks.find(({ part }) => part === 'OpenID Connect') ?? {}
    return [code, what, status, message, advice]
  }
  const hostOf = (url: string) => new URL(url).host
  expect(await ask(organisation.issuer)).toEqual([0, hostOf(organisation.issuer), 'ok', null, null])
  expect(await ask(closed)).toEqual([
    1,
    hostOf(closed),
    'wrong',
    `It does not answer as it should: connect ECONNREFUSED ${hostOf(closed)}.`,
    'Check OIDC_ISSUER.',
  ])
  expect(await ask(unknown)).toEqual([
    1,
    hostOf(unknown),
    'wrong',
    expect.stringMatching(/^It does not answer as it should: self-signed certificate/),
    'Its certificate is of a CA that this machine does not know, perhaps that of a proxy: set NODE_EXTRA_CA_CERTS to the file of that CA.',
  ])
  const [, , , , advice] = await ask(closed, { https_proxy: 'http://proxy.example:3128' })
  expect(advice).toBe(
    `https_proxy is set but not used: it needs NODE_USE_ENV_PROXY=1 and Node.js 22.21 or newer; this is ${process.versions.node}.`,
  )
})

test('names the CA and the proxy where a source cannot be reached', async () => {
  const url = await startUnknownCa()
  const settings = { SOURCE: 'entsoe', ENTSOE_TOKEN: TOKEN, DATA_DIR: await createFolder() }
  const adviceFor = async (changes: Readonly<Record<string, string>>) => {
    const { checks } = await readReport({ ...settings, ...changes })
    return [...new Set(checks.filter(({ part }) => part === 'ENTSO-E').map(({ advice }) => advice))]
  }
  expect(await adviceFor({ ENTSOE_URL: url })).toEqual([expect.stringMatching(/NODE_EXTRA_CA_CERTS/)])
  expect(await adviceFor({ ENTSOE_URL: `http://127.0.0.1:${await freePort()}/api` })).toEqual([
    'Nothing listens at this address: check the setting that names it.',
  ])
  expect(await adviceFor({ ENTSOE_URL: 'https://nowhere.invalid/api' })).toEqual([
    'If this machine needs a proxy to reach it, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.',
  ])
})

test('makes no database where there is none, and says that the first start does', async () => {
  const folder = await createFolder()
  const { code, checks } = await readReport({ SOURCE: 'none', DATA_DIR: `${folder}/none` })
  expect(code).toBe(0)
  expect(checks).toMatchObject([
    { part: 'settings', message: 'SOURCE=none, WEATHER=off, database embedded.' },
    { part: 'server', status: 'ok' },
    { part: 'database', status: 'note', message: 'There is none yet. The first start makes it.' },
  ])
  expect(await readdir(folder)).toEqual([])
})

test('names a misspelt setting, and a port that a server of the product has', async () => {
  const { dataDir } = await copyDataFolder()
  const server = await startReady({ DATA_DIR: dataDir })
  const { port } = new URL(server.address)
  const { code, checks } = await readReport({
    SOURCE: 'none',
    DATA_DIR: dataDir,
    PORT: port,
    ENTSOE_TOKN: 'x',
  })
  expect(code).toBe(0)
  expect(checks).toMatchObject([
    { part: 'settings' },
    { part: 'settings', status: 'note', message: 'ENTSOE_TOKN is no setting: ENTSOE_TOKEN is one.' },
    { part: 'server', status: 'ok', message: 'A server of this product runs there.' },
    { part: 'database' },
  ])
})

test.each<[string, (folder: string) => Promise<Record<string, string>>]>([
  ['the port is taken', async () => ({ PORT: String(await listen(createTcpServer())) })],
  [
    'the folder holds other files',
    async (folder) => {
      writeFileSync(join(folder, 'mine.txt'), '')
      return { DATA_DIR: folder }
    },
  ],
  [
    'the folder is a file',
    async (folder) => {
      writeFileSync(join(folder, 'mine.txt'), '')
      return { DATA_DIR: join(folder, 'mine.txt') }
    },
  ],
])('where %s it names what the start would say', async (_, make) => {
  const folder = await createFolder()
  const settings = { SOURCE: 'none', DATA_DIR: join(folder, 'none'), ...(await make(folder)) }
  const { code, checks } = await readReport(settings)
  expect(code).toBe(2)
  const told = checks.find(({ status }) => status === 'cannot start')?.message ?? ''
  const started = await startProduct({ PORT: '0', ...settings })
  expect(await started.ended).toBe(1)
  expect(started.output()).toContain(told)
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
  expect(await runDoctor({}, ['--jsom'])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Usage: npm run doctor/),
  })
})
