import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { DASHBOARDS_PATH } from '#contract/dashboards.ts'
import { KEYS_PATH, MadeKeySchema } from '#contract/keys.ts'
import { QUERY_PATH } from '#contract/query.ts'
import { AREAS_PATH } from '#contract/series.ts'
import { TokenAnswerSchema } from '#contract/token.ts'
import { CSV_TYPE, UPLOADS_PATH } from '#contract/uploads.ts'
import { addAnalysts } from '#server/testing/analysts.ts'
import { createFolder } from '#server/testing/folders.ts'
import { query } from '#server/testing/graph-query.ts'
import { startNginx } from '#server/testing/nginx.ts'
import { freePort, requestToken, runCommand, startReady, statusOf } from '#server/testing/process.ts'

const PASSWORD = 'given by the owner'
const UPLOAD = 'time_utc,area,quantity,power_mw,issued_utc\n2026-11-18T00:00Z,BE,wind,7,2026-11-17T08:00Z'
const KEPT_MS = 5000

async function start() {
  const [port, dataDir] = [String(await freePort()), await createFolder()]
  const basePath = '/energy'
  const settings = { PORT: port, DATA_DIR: dataDir, BASE_PATH: basePath, TRUST_PROXY: '127.0.0.1' }
  const server = await startReady({ ...settings, ADMIN_PASSWORD: PASSWORD })
  const example = await readFile('deploy/nginx-cache.conf', 'utf8')
  const site = (await startNginx(example.replaceAll(/server-\d:3000/g, `127.0.0.1:${port}`))) + basePath
  await expect.poll(() => statusOf(`${site}/livez`)).toBe(200)
  const { access_token: admin } = TokenAnswerSchema.parse(
    await (await requestToken({ address: site }, 'admin', PASSWORD)).json(),
  )
  const ask = async (token: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...more,
    }
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(site + path, { headers, ...sent })
    const text = await answer.text()
    return { status: answer.status, text, hasMark: answer.headers.has('x-accel-expires') }
  }
  /** How many questions of a route the server itself has answered. */
  const asked = async (route: string) => {
    const metrics = await (await fetch(`${server.address}/metrics`)).text()
    const lines = metrics.split('\n').filter((line) => line.startsWith('http_requests_total{'))
    return lines
      .filter((line) => line.includes(`route="${route}"`))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }
  return { site, admin, ask, asked, settings }
}

test('nginx answers many from one answer, and no user from another one’s', async () => {
  const { site, admin, ask, asked, settings } = await start()
  const [ann = '', zoe = '', max = ''] = await addAnalysts(site, admin, 3)
  const shared = `${QUERY_PATH}?with=final`
  const upload = (token: string, name: string) =>
    fetch(`${site}${UPLOADS_PATH}?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': CSV_TYPE },
      body: UPLOAD,
    })
  expect((await upload(ann, 'Vendor')).status).toBe(200)

  const beganMs = performance.now()
  // From the second question on.
  for (const token of [zoe, max, zoe, max]) await ask(token, shared, query())
  const ofMany = await Promise.all(
    Array.from({ length: 30 }, (_, n) => ask(n % 2 ? zoe : max, shared, query())),
  )
  expect(new Set(ofMany.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect([ofMany[0]?.status, ofMany[0]?.hasMark, await asked(QUERY_PATH)]).toEqual([200, false, 2])
  expect(await asked('/energia/signed-in')).toBe(4)
  expect((await ask(ann, shared, query())).text).toContain('Vendor')
  expect((await ask(zoe, shared, query())).text).not.toContain('Vendor')
  expect((await ask(ann, shared, query())).text).toContain('Vendor')
  expect(await asked(QUERY_PATH)).toBe(4)
  // Each of these is another answer.
  await ask(zoe, shared, query({ area: 'DE' }))
  await ask(zoe, shared, query(), { 'x-time-zone': 'Europe/Athens' })
  await ask(zoe, QUERY_PATH, query())
  await ask(zoe, shared, query(), { accept: 'application/vnd.energy-metrics.columns.2+json' })
  // A page that has seen a newer value never gets an older one.
  await ask(zoe, shared, query(), { 'x-revision': '1000' })
  expect(await asked(QUERY_PATH)).toBe(9)
  expect(performance.now() - beganMs).toBeLessThan(KEPT_MS)
  await sleep(KEPT_MS + 1000)
  await Promise.all([ask(zoe, shared, query()), ask(max, shared, query())])
  expect(await asked(QUERY_PATH)).toBeGreaterThan(9)

  // The server itself refuses, in its own words.
  for (const token of ['', 'no token']) {
    const { status, text } = await ask(token, shared, query())
    expect([status, text]).toEqual([401, expect.stringContaining('"error":"Sign in first')])
  }
  expect((await ask(zoe, shared, query({ area: 'XX' }))).status).toBe(400)
  // A key reads what it may read, and nothing that nginx keeps for users.
  const { key } = MadeKeySchema.parse(JSON.parse((await ask(zoe, KEYS_PATH, { name: 'notebook' })).text))
  expect([(await ask(key, AREAS_PATH)).status, (await ask(key, shared, query())).status]).toEqual([200, 401])
  await ask(zoe, DASHBOARDS_PATH, { name: 'Mine', query: '' })
  expect((await ask(max, DASHBOARDS_PATH)).text).not.toContain('Mine')

  // nginx remembers for five seconds who is signed in and sees no upload.
  const texts = async (token: string) => (await ask(token, shared, query())).text
  expect(await texts(max)).not.toContain('Own')
  expect((await upload(max, 'Own')).status).toBe(200)
  await expect.poll(() => texts(max), { timeout: KEPT_MS + 1000 }).toContain('Own')
  expect(await texts(zoe)).not.toContain('Own')
  expect(runCommand('users', ['disable', 'analyst 2'], settings).status).toBe(0)
  expect((await ask(zoe, DASHBOARDS_PATH)).status).toBe(401)
  const statuses = async () => [
    (await ask(zoe, shared, query())).status,
    (await ask(max, shared, query())).status,
  ]
  await expect.poll(statuses, { timeout: KEPT_MS + 1000 }).toEqual([401, 200])
})
