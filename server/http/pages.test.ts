import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const get = (url: string, headers = {}) => app.server.inject({ url, headers })

describe('the pages', () => {
  test.each(['/', '/home', '/dashboard?cards=1', '/model', '/no/such/page', '/h%C3%B6r'])(
    '%s is the page, which browsers revalidate each time',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.body).toContain('<title>Energy Metrics</title>')
    },
  )

  test('lets browsers keep files that are named by their content, and no others', async () => {
    expect((await get('/assets/main-a1b2c3.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await get('/theme.js')).headers['cache-control']).toBe('no-cache')
    expect((await get('/map.geo.json')).headers['cache-control']).toBe('no-cache')
  })

  test('sends the file that was compressed at build time if the browser accepts it', async () => {
    const answer = await get('/assets/main-a1b2c3.js', { 'accept-encoding': 'gzip, br' })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.headers['content-type']).toContain('javascript')
    expect(answer.headers.vary).toContain('accept-encoding')
    expect(answer.body).toBe('br')
  })

  test.each([
    '/assets/missing.js',
    '/assets',
    '/assets/',
    '/assets/page',
    '/missing.png',
    '/index.php',
    '/favicon.ico',
    '/.env',
    '/%2eenv',
    '/.git/config',
    '/assets/main-a1b2c3.js.br',
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/%2e%2e%2fpackage.json',
    '/..%5cpackage.json',
    '/%5c..%5cpackage.json',
    '/%252e%252e/package.json',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/.env',
    '//etc/passwd',
    '/%2fetc/passwd',
    '/etc/passwd%00.html',
    '/%00',
    '/a%5cb',
    '/a%25b',
    '/%c0%ae%c0%ae/package.json',
    '/%E0%A4%A',
    `/${'a'.repeat(300)}`,
  ])('%s is neither a file nor the page', async (url) => {
    const answer = await get(url)
    expect([400, 403, 404]).toContain(answer.statusCode)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Object.keys(answer.json<object>())).toEqual(['error'])
    expect(answer.body).not.toContain('<')
  })

  test('a file that was removed after the start is not there', async () => {
    await rm(join(app.pagesFolder, 'theme.js'))
    expect((await get('/theme.js')).statusCode).toBe(404)
  })

  test('refuses other methods on a page', async () => {
    expect((await app.server.inject({ method: 'POST', url: '/home' })).statusCode).toBe(404)
    const answer = await app.server.inject({ method: 'DELETE', url: '/theme.js' })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD')
  })
})
