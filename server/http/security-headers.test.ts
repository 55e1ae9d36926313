import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'

import { openTestApp, startTestApp, type TestApp } from '#server/testing/app.ts'

import { REACT_ARIA_STYLE_HASHES, tileOrigins } from './security-headers.ts'

type AnswerHeaders = Readonly<Record<string, unknown>>

const policyOf = (headers: AnswerHeaders) => String(headers['content-security-policy']).split(';')

function expectCommon(headers: AnswerHeaders): void {
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  })
  expect(headers['cache-control']).toBeDefined()
  expect(headers).not.toHaveProperty('x-powered-by')
}

describe('the security headers', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  test.each([
    ['GET', '/'],
    ['GET', '/no/such/page'],
    ['GET', '/theme.js'],
    ['GET', '/assets/main-a1b2c3.js'],
    ['GET', '/assets/missing.js'],
    ['GET', '/map.geo.json'],
    ['GET', '/settings.json'],
    ['GET', '/livez'],
    ['GET', '/readyz'],
    ['GET', '/metrics'],
    ['GET', '/openapi.json'],
    ['GET', '/%E0%A4%A'],
  ] as const)('%s %s has all those of a page', async (method, url) => {
    const { headers } = await app.server.inject({ method, url })
    expect(policyOf(headers)).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]),
    )
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https:(?!\/\/)|\*/)
    expectCommon(headers)
  })

  test.each([
    ['GET', '/energia/nothing'],
    ['GET', '/energia/status'],
    ['POST', '/energia/common-query'],
    ['POST', '/oauth2/token'],
    ['GET', '/oauth2/token'],
    ['GET', '/api/nothing'],
  ] as const)('%s %s has all those of a call, which allow nothing', async (method, url) => {
    const { headers } = await app.server.inject({ method, url })
    const policy = policyOf(headers)
    expect(policy.map((rule) => rule.split(' ')[0])).toEqual(
      expect.arrayContaining(['default-src', 'base-uri', 'form-action', 'frame-ancestors', 'object-src']),
    )
    expect(policy.filter((rule) => !rule.endsWith(" 'none'"))).toEqual([])
    expectCommon(headers)
  })

  test('ask for HTTPS at other names of the domain only by a setting', async () => {
    const { server } = await openTestApp({ environment: { HSTS: 'subdomains' } })
    for (const url of ['/', '/energia/status'])
      expect((await server.inject(url)).headers['strict-transport-security']).toBe(
        'max-age=31536000; includeSubDomains',
      )
  })

  test.each([
    [{}, ['a', 'b', 'c']],
    [{ TILE_HOSTS: 'north,t2' }, ['north', 't2']],
  ])('allows images and connections only from the hosts of the tiles, with %j', async (given, names) => {
    const { server } = await openTestApp({
      environment: {
        TILE_URL_LIGHT: 'https://tiles.example.org/light/{z}/{x}/{y}.png?key=1',
        TILE_URL_DARK: 'https://{s}.tiles.example.org/dark/{z}/{x}/{y}.png',
        ...given,
      },
    })
    const { headers } = await server.inject('/')
    const hosts = ['tiles', ...names.map((name) => `${name}.tiles`)].map(
      (host) => `https://${host}.example.org`,
    )
    expect(headers['content-security-policy']).toContain(`;img-src 'self' data: ${hosts.join(' ')};`)
    expect(headers['content-security-policy']).toContain(`;connect-src 'self' ${hosts.join(' ')};`)
  })
})

describe('REACT_ARIA_STYLE_HASHES', () => {
  const files = ['interactions/usePress', 'overlays/usePreventScroll']
  test.each(files)('contains the style element of the installed %s', async (file) => {
    const entry = new URL(`../../node_modules/react-aria/dist/private/${file}.mjs`, import.meta.url)
    const source = await readFile(entry, 'utf8')
    const attribute = /PRESSABLE_ATTRIBUTE = '([^']+)'/.exec(source)?.[1] ?? ''
    const template = /style\.textContent = `([^`]+)`\.trim/.exec(source)?.[1]
    assert(template !== undefined)
    const style = template.replace(/\$\{[^}]+\}/, attribute).trim()
    expect(REACT_ARIA_STYLE_HASHES).toContain(`sha256-${createHash('sha256').update(style).digest('base64')}`)
  })
})

test('the origins of tiles are each host with its port', () => {
  expect(tileOrigins('http://127.0.0.1:8080/{z}/{x}/{y}', ['a', 'b'])).toEqual(['http://127.0.0.1:8080'])
})
