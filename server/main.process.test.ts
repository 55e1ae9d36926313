import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

import { SERIES_PATH } from '#contract/series.ts'
import { STATUS_PATH } from '#contract/status.ts'
import { TokenAnswerSchema } from '#contract/token.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { block, LOAD, START } from '#server/testing/blocks.ts'
import { describeOnPostgresql } from '#server/testing/database.ts'
import { copyDataFolder, createFolder } from '#server/testing/folders.ts'
import { listen } from '#server/testing/listen.ts'
import {
  builtProgram,
  requestToken,
  startProduct,
  statusOf,
  type ProductProcess,
  runCommand,
  startReady,
} from '#server/testing/process.ts'
import { startTestTcpProxy } from '#server/testing/tcp-proxy.ts'

import { openDatabase } from './open-database.ts'

const ready = (product: ProductProcess) => expect.poll(() => statusOf(`${product.address}/readyz`)).toBe(200)

const signIn = (product: ProductProcess, password: string, username = 'admin') =>
  requestToken(product, username, password)

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** npm repeats the signal of the terminal. */
async function exitsOn(signal: NodeJS.Signals, product: ProductProcess): Promise<void> {
  product.kill(signal)
  product.kill(signal)
  expect(await product.ended).toBe(0)
  expect(await statusOf(`${product.address}/livez`)).toBeNull()
}

const linesNotOfALog = (product: ProductProcess) =>
  product
    .output()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{"level":'))

const LineSchema = z.object({ msg: z.string() })

function refusalOf(product: ProductProcess): string {
  expect(linesNotOfALog(product)).toEqual([])
  const last: unknown = JSON.parse(product.output().trim().split('\n').at(-1) ?? '')
  return /^Energy Metrics cannot start: (.+)$/.exec(LineSchema.parse(last).msg)?.[1] ?? ''
}

describe('the first start', () => {
  test('logs address, user and password once, at any level and as JSON like all else, and they work', async () => {
    const dataDir = await createFolder()
    const first = await startProduct({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
    await expect.poll(() => first.output()).toMatch(/has started"\}\n$/)
    const password = /"generatedPassword":"([a-z2-9]{4}(-[a-z2-9]{4}){3})"/.exec(first.output())?.[1] ?? ''
    expect(first.output()).toContain(`"address":"${first.address}","user":"admin"`)
    expect((await signIn(first, password)).status).toBe(200)
    first.kill()
    expect(await first.ended).toBe(0)

    const second = await startProduct({ DATA_DIR: dataDir })
    await expect.poll(() => second.output()).toContain('has started')
    expect(second.output()).not.toMatch(/password/i)
    expect(linesNotOfALog(second)).toEqual([])
    expect((await signIn(second, password)).status).toBe(200)
  })

  test('never prints a given password', async () => {
    const product = await startReady({ ADMIN_PASSWORD: 'given by the owner', TOKEN_SECRET: 'x'.repeat(40) })
    expect((await signIn(product, 'given by the owner')).status).toBe(200)
    expect(product.output()).not.toMatch(/given by the owner|xxxx/)
  })
})

test.each([
  [['--version'], 0, /^\d+\.\d+\.\d+\n$/, /^$/],
  [['--help'], 0, /^Usage: node build\/server\/main\.js /, /^$/],
  [['--port', '80'], 1, /^$/, /^Usage: /],
])('started with %j it says so and ends', (words, status, stdout, stderr) => {
  const run = spawnSync(process.execPath, [...builtProgram('main'), ...words], { encoding: 'utf8', env: {} })
  expect(run).toMatchObject({
    status,
    stdout: expect.stringMatching(stdout),
    stderr: expect.stringMatching(stderr),
  })
})

describe('a start that must fail', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ ADMIN_PASSWORD: 'Energy2026' }, 'ADMIN_PASSWORD is too easy to guess.'],
    [{ HOST: '192.0.2.1' }, 'HOST 192.0.2.1 is not an address of this machine.'],
  ])('%j ends with one line', async (environment, sentence) => {
    const product = await startProduct(environment)
    expect(await product.ended).toBe(1)
    expect(refusalOf(product)).toBe(sentence)
  })

  test.runIf(process.platform === 'linux')('without room for WebAssembly ends with one line', async () => {
    const command = ['sh', '-c', 'ulimit -v 8000000 && exec "$0" build/server/main.js', process.execPath]
    const product = await startProduct({}, command)
    expect(await product.ended).toBe(1)
    expect(product.output()).toMatch(/^Energy Metrics may not reserve the address space [^\n]+\n$/)
  })

  test('with a port in use ends with one line', async () => {
    const other = createServer()
    const port = await listen(other)
    onTestFinished(() => void other.close())
    const product = await startProduct({ PORT: String(port) })
    expect(await product.ended).toBe(1)
    expect(refusalOf(product)).toBe(`port ${port} is in use: stop the other program, or set PORT.`)
  })

  test('with demo values and another source ends with one line, until they are removed', async () => {
    const { dataDir } = await copyDataFolder()
    const database = await openDatabase({ dataDir })
    const demo = { source: 'demo', fetchedAtUtc: START }
    await createSeriesStore(database).mirror([block(LOAD, START, 60, [1])], [], demo)
    await database.close()
    const refused = await startProduct({ DATA_DIR: dataDir, SOURCE: 'energy-charts' })
    expect(await refused.ended).toBe(1)
    expect(refusalOf(refused)).toMatch(/ npm run clear-demo, or name another database with DATA_DIR\.$/)
    const cleared = runCommand('clear-demo', [], { DATA_DIR: dataDir })
    expect(cleared.stdout).toBe('Removed 1 months of demo series and 0 forecast runs.\n')
    await startReady({ DATA_DIR: dataDir })
  })
})

describe('a running server', () => {
  test('serves, and exits with 0, where nothing can be written to its log', async () => {
    const { dataDir } = await copyDataFolder()
    const command = ['sh', '-c', 'exec node build/server/main.js > /dev/full']
    const product = await startReady({ DATA_DIR: dataDir, LOG_LEVEL: 'debug' }, command)
    expect((await signIn(product, 'a wrong password')).status).toBe(401)
    await exitsOn('SIGTERM', product)
  })

  test('exits with npm, releases the data folder, and exits with 0 on SIGHUP, even if npm sends it twice', async () => {
    const { dataDir } = await copyDataFolder()
    const product = await startReady({ DATA_DIR: dataDir }, ['npm', 'start'])
    product.kill()
    await expect.poll(() => statusOf(`${product.address}/livez`)).toBeNull()
    await product.ended
    await exitsOn('SIGHUP', await startReady({ DATA_DIR: dataDir }))
  })

  test('lets commands and no other server use its data folder, and exits with 0 on SIGINT, even if npm sends it twice', async () => {
    const { dataDir } = await copyDataFolder()
    const product = await startReady({ DATA_DIR: dataDir })
    const second = await startProduct({ DATA_DIR: dataDir })
    expect(await second.ended).toBe(1)
    expect(refusalOf(second)).toContain(' is in use by another process')
    const users = (words: readonly string[], input = '') =>
      runCommand('users', words, { DATA_DIR: dataDir }, input)
    const added = users(['add', 'jane'], 'the password of jane\n')
    expect(added).toMatchObject({ stdout: 'jane can sign in now.\n', stderr: '' })
    const signedIn = await signIn(product, 'the password of jane', 'jane')
    expect(signedIn.status).toBe(200)
    const { access_token: token } = TokenAnswerSchema.parse(await signedIn.json())
    const ask = () =>
      fetch(`${product.address}${STATUS_PATH}`, { headers: { authorization: `Bearer ${token}` } })
    expect((await ask()).status).toBe(200)
    expect(users(['remove', 'jane']).stdout).toBe('jane is removed and signed out.\n')
    expect((await ask()).status).toBe(401)
    expect(users(['remove', 'jane'])).toMatchObject({ status: 1, stderr: 'There is no user jane.\n' })
    expect(users(['list']).stdout).toMatch(
      /^admin {2}admin {2}since \d{4}-\d{2}-\d{2}, last sign-in never\n$/,
    )
    expect(users([])).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Usage: /) })
    await exitsOn('SIGINT', product)
  })

  test('that stood still for 6 s during sign-ins, answers and forecast runs loses none of them', async () => {
    const password = 'given by the owner'
    const product = await startReady({ SOURCE: 'demo', BACKFILL_DAYS: '40', ADMIN_PASSWORD: password })
    const { access_token: token } = TokenAnswerSchema.parse(await (await signIn(product, password)).json())
    const ask = (area: string) =>
      fetch(`${product.address}${SERIES_PATH}?area=${area}&quantity=load&from=${day(-2)}&to=${day(0)}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    // Past complete runs are made before the server is ready, past early runs after it.
    const batches = () => product.output().split('past forecasts made').length - 1
    expect(batches()).toBe(1)
    const during = [
      ...Array.from({ length: 5 }, () => signIn(product, password)),
      ...['DE', 'FR', 'CWE'].map(ask),
    ]
    await sleep(50)
    product.kill('SIGSTOP')
    await sleep(6000)
    product.kill('SIGCONT')
    const after = Array.from({ length: 10 }, () => signIn(product, password))
    const answers = await Promise.all([...during, ...after])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await expect.poll(batches, { timeout: 60_000 }).toBe(2)
  }, 120_000)

  test('is not live before its first user can sign in', async () => {
    const product = await startProduct({ ADMIN_PASSWORD: 'given by the owner' })
    while ((await statusOf(`${product.address}/livez`)) !== 200) await sleep(1)
    expect((await signIn(product, 'given by the owner')).status).toBe(200)
  })

  test('passes calls to another backend, without its own database', async () => {
    const backend = createServer((request, response) => response.end(`theirs: ${request.url}`))
    const BACKEND_URL = `http://127.0.0.1:${await listen(backend)}`
    onTestFinished(() => void backend.close())
    const dataDir = join(await createFolder(), 'never')
    const product = await startReady({ DATA_DIR: dataDir, BACKEND_URL })
    expect(await (await fetch(`${product.address}/energia/anything?a=1`)).text()).toBe(
      'theirs: /energia/anything?a=1',
    )
    expect(await (await fetch(`${product.address}/settings.json`)).json()).toMatchObject({ source: null })
    expect(await statusOf(`${product.address}/openapi.json`)).toBe(404)
    expect(existsSync(dataDir)).toBe(false)
  })
})

describeOnPostgresql('a server whose database comes later', (createUrl) => {
  test('ends with one line when the database then refuses it', async () => {
    const url = Object.assign(new URL(await createUrl()), { username: 'nobody' }).href
    const proxy = await startTestTcpProxy(url)
    proxy.setReachable(false)
    const product = await startProduct({ DATABASE_URL: proxy.through(url) })
    await expect.poll(() => statusOf(`${product.address}/livez`)).toBe(200)
    proxy.setReachable(true)
    expect(await product.ended).toBe(1)
    expect(refusalOf(product)).toBe('PostgreSQL refuses: role "nobody" does not exist.')
  })

  test('becomes ready by itself when the database answers, and again after it was away', async () => {
    const url = await createUrl()
    const proxy = await startTestTcpProxy(url)
    proxy.setReachable(false)
    const DATABASE_URL = proxy.through(url)
    const product = await startProduct({ DATABASE_URL, ADMIN_PASSWORD: 'given by the owner' })
    await expect.poll(() => statusOf(`${product.address}/livez`)).toBe(200)
    expect(await statusOf(`${product.address}/readyz`)).toBe(503)
    expect((await signIn(product, 'given by the owner')).status).toBe(503)
    proxy.setReachable(true)
    await ready(product)
    expect((await signIn(product, 'given by the owner')).status).toBe(200)
    proxy.setReachable(false)
    await expect.poll(() => statusOf(`${product.address}/readyz`)).toBe(503)
    proxy.setReachable(true)
    await ready(product)
    expect((await signIn(product, 'given by the owner')).status).toBe(200)
  })
})
