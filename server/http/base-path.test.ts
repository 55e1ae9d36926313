import { type IncomingMessage, request } from 'node:http'

import { expect, test } from 'vitest'

import { openTestApp } from '#server/testing/app.ts'

import { pageAt, withoutBasePath } from './pages.ts'

test.each([
  ['/energy', '/'],
  ['/energy?a=1', '/?a=1'],
  ['/energy/', '/'],
  ['/energy/livez?x', '/livez?x'],
  ['/energy/energy', '/energy'],
  ['/energy-2/home', '/energy-2/home'],
  ['/livez', '/livez'],
  // A proxy that cuts the base path off can leave two slashes.
  ['//dashboard?v=1', '/dashboard?v=1'],
  ['//', '/'],
  ['/energy//dashboard', '//dashboard'],
])('%s is %s to the routes', (url, path) => {
  expect(withoutBasePath(url, '/energy')).toBe(path)
  expect(withoutBasePath(url, '')).toBe(url)
})

test.each([
  ['http://energy.example.org/dashboard?v=1', '/dashboard?v=1'],
  ['HTTPS://energy.example.org:8443', '/'],
  ['http://energy.example.org?a=1', '/?a=1'],
  ['http://energy.example.org/energy/livez', '/livez'],
  ['//energy.example.org/livez', '//energy.example.org/livez'],
])('a request with the whole address %s is one for %s', (url, path) => {
  const basePath = path === '/livez' ? '/energy' : ''
  expect(withoutBasePath(url, basePath)).toBe(path)
})

test('a page that is asked for with its whole address is sent, and a call gets the headers of a call', async () => {
  const { server } = await openTestApp()
  const port = new URL(await server.listen()).port
  const ask = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request({ port, path: `http://energy.example.org${path}` }, resolve)
        .on('error', reject)
        .end()
    })
  const page = await ask('/dashboard')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  page.resume()
  const call = await ask('/energia/status')
  expect(call.statusCode).toBe(401)
  expect(call.headers['content-security-policy']).toContain("form-action 'none'")
  call.resume()
})

test('the page has all its addresses below the base path', () => {
  const html = '<link rel="icon" href="/i.svg" /><title>A</title><script src="/assets/a.js"></script>'
  expect(pageAt(html, '/a/b', { 'base-path': '/a/b' })).toBe(
    '<link rel="icon" href="/a/b/i.svg" /><meta name="base-path" content="/a/b" /><title>A</title><script src="/a/b/assets/a.js"></script>',
  )
})

test('every address of the product is also below the base path', async () => {
  const { server } = await openTestApp({ environment: { BASE_PATH: '/energy' } })
  const get = (url: string) => server.inject({ url })
  for (const url of ['/energy', '/energy/', '/energy/index.html', '/energy/dashboard?v=1', '/']) {
    const page = await get(url)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<meta name="base-path" content="/energy" />')
    expect(page.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  }
  expect((await get('/energy/assets/main-a1b2c3.js')).body).toBe('export {}')
  expect((await get('/energy/livez')).statusCode).toBe(200)
  expect((await get('/livez')).statusCode).toBe(200)
  expect((await get('/energy/energia/status')).statusCode).toBe(401)
  expect((await get('/energy/openapi.json')).json()).toMatchObject({ servers: [{ url: '/energy' }] })
  expect((await get('/energy/assets/none.js')).statusCode).toBe(404)
  expect((await get('/energy/../.env')).statusCode).toBe(404)
})
