import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { TOKEN_PATH } from '#contract/token.ts'
import { CLIENT_ADDRESS_HEADER, startNginx } from '#server/testing/nginx.ts'
import { freePort, statusOf, startReady } from '#server/testing/process.ts'

const HOSTILE = '203.0.113.7'
const GUESSES = 60

const siteOf = async (file: string, port: number) =>
  (await readFile(file, 'utf8')).replaceAll(/server-\d:3000/g, `127.0.0.1:${port}`)

const EXAMPLES: Readonly<Record<string, (port: number) => Promise<string>>> = {
  'deploy/nginx.conf': (port) => siteOf('deploy/nginx.conf', port),
  'deploy/nginx-cache.conf': (port) => siteOf('deploy/nginx-cache.conf', port),
  'docs/operate.md': async (port) => {
    const [, location = ''] = /```nginx\n(.+?)```/s.exec(await readFile('docs/operate.md', 'utf8')) ?? []
    return `server { listen 8080; ${location.replace('127.0.0.1:3000', `127.0.0.1:${port}`)} }`
  },
}

test.each(Object.keys(EXAMPLES))('behind nginx as in %s nobody chooses their address', async (name) => {
  const port = await freePort()
  const basePath = '/energy'
  await startReady({
    PORT: String(port),
    BASE_PATH: basePath,
    TRUST_PROXY: '127.0.0.1',
    ADMIN_PASSWORD: 'given by the owner',
  })
  const site = (await startNginx((await EXAMPLES[name]?.(port)) ?? '')) + basePath
  await expect.poll(() => statusOf(`${site}/livez`)).toBe(200)

  const ask = async (path: string, client: string, claimed: string, init: RequestInit = {}) => {
    const headers = { [CLIENT_ADDRESS_HEADER]: client, 'x-forwarded-for': claimed }
    return (await fetch(site + path, { ...init, headers })).status
  }
  const guess = (client: string, claimed: string, username: string) => {
    const body = new URLSearchParams({ username, password: 'a wrong password' })
    return ask(TOKEN_PATH, client, claimed, { method: 'POST', body })
  }
  const statuses: number[] = []
  for (let number = 0; number < GUESSES; number += 1)
    statuses.push(await guess(HOSTILE, `198.51.100.${number}`, `user ${number}`))
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(GUESSES / 3)
  expect(await guess('192.0.2.9', HOSTILE, 'admin')).toBe(401)
  expect(await ask('/metrics', HOSTILE, '127.0.0.1')).toBe(401)
})

test('the servers of compose.yaml trust nginx alone', async () => {
  const compose = await readFile('compose.yaml', 'utf8')
  const [, proxy] = /proxy:.+?ipv4_address: ([\d.]+)/s.exec(compose) ?? []
  expect(proxy).toBeDefined()
  expect(/TRUST_PROXY: (\S+)/.exec(compose)?.[1]).toBe(proxy)
})
