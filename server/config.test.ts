import { describe, expect, test } from 'vitest'

import { misspeltSettings, readConfig } from './config.ts'
import { StartError } from './errors.ts'

describe('readConfig', () => {
  test('uses the defaults for variables that are unset or empty', () => {
    const expected = {
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: 'data/',
      SOURCE: 'demo',
      TOKEN_LIFETIME_S: 3600,
      ADMIN_USERNAME: 'admin',
      TRUST_PROXY: [],
    }
    expect(readConfig({})).toMatchObject(expected)
    expect(readConfig({ PORT: '', SOURCE: '', TOKEN_SECRET: '' })).toMatchObject(expected)
  })

  test('reads numbers and lists', () => {
    const config = readConfig({
      PORT: '0',
      TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
    })
    expect(config.PORT).toBe(0)
    expect(config.TRUST_PROXY).toEqual(['10.0.0.0/8', '127.0.0.1'])
  })

  test.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['SOURCE', 'nordpool'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'mysql://em:hidden@host/em'],
    ['ENTSOE_URL', 'web-api.tp.entsoe.eu'],
    ['BACKEND_URL', 'ftp://host'],
    ['BACKEND_URL', 'http://'],
    ['TOKEN_SECRET', 'hidden-and-31-bytes-long-secret'],
    ['TOKEN_LIFETIME_S', '0'],
    ['METRICS_TOKEN', 'hidden'],
    ['HSTS', 'everywhere'],
    ['METRICS_ACCESS', 'everyone'],
    ['TRUST_PROXY', 'hidden-proxy'],
    ['TRUST_PROXY', '10.0.0.0/8, 10'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['API_ORIGINS', 'notebooks.hidden.org'],
    ['API_ORIGINS', 'https://hidden.org/'],
    ['API_ORIGINS', 'https://*.hidden.org'],
    ['API_ORIGINS', '*'],
    ['TILE_URL_LIGHT', 'https://tiles.example.org/{z}/{x}.png'],
    ['TILE_HOSTS', 'a,,hidden.example.org'],
    ['OIDC_ISSUER', 'login.hidden.org'],
    ['OIDC_ISSUER', 'https://'],
    ['OIDC_DOMAINS', '@hidden.org'],
    ['OIDC_DOMAINS', 'example.org, *.hidden.org'],
    ['OIDC_DOMAINS', 'https://hidden.org'],
    ['OIDC_DOMAINS', 'maria@hidden.org'],
    ['ALERT_HOSTS', '*.hidden.org'],
    ['ALERT_HOSTS', 'https://hidden.org'],
  ])('refuses %s=%s in one line that names the variable and does not repeat the value', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(StartError)
    expect(read).toThrow(new RegExp(`^${name} (must|is) .*\\.$`))
    expect(read).not.toThrow(/hidden/)
  })

  test.each([
    ['PORT', '23021\r', 'PORT contains a control character: "23021\\r". Write the value alone.'],
    ['PORT', '"23021"', 'PORT has quotes around it: "\\"23021\\"". Write the value alone.'],
    ['SOURCE', "'demo'", 'SOURCE has quotes around it: "\'demo\'". Write the value alone.'],
    [
      'DATA_DIR',
      '\uFEFFdata',
      'DATA_DIR contains a control character: "\\ufeffdata". Write the value alone.',
    ],
    ['ENTSOE_TOKEN', 'secret\r', 'ENTSOE_TOKEN contains a control character. Write the value alone.'],
    ['ENTSOE_TOKEN', '"secret"', 'ENTSOE_TOKEN has quotes around it. Write the value alone.'],
    [
      'DATABASE_URL',
      '"postgres://em:secret@host/em"',
      'DATABASE_URL has quotes around it. Write the value alone.',
    ],
    ['ADMIN_PASSWORD', 'secret\r', 'ADMIN_PASSWORD contains a control character. Write the value alone.'],
  ])('refuses %s=%j, whose signs nobody meant', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(new StartError(sentence))
  })

  test.each([
    ['traders, risk', ['traders', 'risk']],
    ['CN=Energy Desk,OU=Groups,DC=example', ['CN=Energy Desk,OU=Groups,DC=example']],
    ['CN=Desk, CN=Users, DC=a, DC=b,CN=Risk,DC=a', ['CN=Desk,CN=Users,DC=a,DC=b', 'CN=Risk,DC=a']],
    ['cn=desk,o=Firm,c=DE,cn=risk,o=Firm,traders', ['cn=desk,o=Firm,c=DE', 'cn=risk,o=Firm', 'traders']],
    ['CN=Desk\\, Energy,DC=example', ['CN=Desk\\, Energy,DC=example']],
    ['role=a,role=b', ['role=a', 'role=b']],
    ['', []],
  ])('reads the groups %j', (list, groups) => {
    const { OIDC_ANALYST_GROUPS, OIDC_ADMIN_GROUPS } = readConfig({
      OIDC_ANALYST_GROUPS: list,
      OIDC_ADMIN_GROUPS: list,
    })
    expect([OIDC_ANALYST_GROUPS, OIDC_ADMIN_GROUPS]).toEqual([groups, groups])
  })

  test('names variables that look like a misspelt setting', () => {
    const environment = {
      ENTSOE_TOKN: 'x',
      SORUCE: 'x',
      OIDC_CLIENT_SECRETFILE: 'x',
      PATH: 'x',
      PORT: '1',
      HOME: 'x',
    }
    expect(misspeltSettings(environment)).toEqual([
      'ENTSOE_TOKN is no setting: ENTSOE_TOKEN is one.',
      'SORUCE is no setting: SOURCE is one.',
      'OIDC_CLIENT_SECRETFILE is no setting: OIDC_CLIENT_SECRET_FILE is one.',
    ])
    expect(misspeltSettings({ ENTSOE_TOKEN: 'x', WEATHER_KEY_FILE: 'x' })).toEqual([])
  })

  test('needs the token of ENTSO-E with its source', () => {
    expect(() => readConfig({ SOURCE: 'entsoe' })).toThrow('ENTSOE_TOKEN is needed with SOURCE=entsoe.')
    expect(readConfig({ SOURCE: 'entsoe', ENTSOE_TOKEN: 'x' }).ENTSOE_TOKEN).toBe('x')
    expect(() => readConfig({ ENTSOE_USERNAME: 'x' })).toThrow(
      'ENTSOE_PASSWORD is missing: a login has a name and a password.',
    )
  })

  test('the sign-in of an organisation needs to know who may come in, and comes by a safe way', () => {
    const whole = {
      OIDC_ISSUER: 'https://login.example.org',
      OIDC_CLIENT_ID: 'x',
      PUBLIC_URL: 'https://example.org/energy',
      BASE_PATH: '/energy',
      OIDC_DOMAINS: 'Example.org, example.com',
    }
    expect(readConfig(whole).OIDC_DOMAINS).toEqual(['example.org', 'example.com'])
    expect(readConfig({ ...whole, OIDC_DOMAINS: '', OIDC_ANALYST_GROUPS: 'a' })).toBeDefined()
    expect(readConfig({ ...whole, OIDC_ISSUER: 'http://localhost:1' })).toBeDefined()
    for (const [change, sentence] of [
      [{ OIDC_ISSUER: 'http://login.example.org' }, 'OIDC_ISSUER must begin with https://, except on this'],
      [{ OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID is needed with OIDC_ISSUER.'],
      [{ PUBLIC_URL: '' }, 'PUBLIC_URL is needed with OIDC_ISSUER.'],
      [{ PUBLIC_URL: 'https://a.example/' }, 'PUBLIC_URL must have no slash, query or fragment at its end.'],
      [{ PUBLIC_URL: 'https://example.org' }, 'PUBLIC_URL must end with BASE_PATH.'],
      [{ OIDC_DOMAINS: '' }, 'OIDC_DOMAINS or OIDC_ANALYST_GROUPS or OIDC_ADMIN_GROUPS is needed with'],
      [{ OIDC_SCOPE: 'email' }, 'OIDC_SCOPE must contain openid.'],
      [{ BACKEND_URL: 'https://other.example.org' }, 'OIDC_ISSUER cannot be used in front of BACKEND_URL.'],
    ] as const)
      expect(() => readConfig({ ...whole, ...change })).toThrow(sentence)
  })

  test.each(['127.0.0.1', 'loopback', '10.0.0.0/8, 2001:db8::/32', '::1'])('trusts %s', (networks) => {
    expect(readConfig({ TRUST_PROXY: networks }).TRUST_PROXY).toEqual(networks.split(', '))
  })

  test('counts the bytes of a secret, not its characters', () => {
    expect(readConfig({ TOKEN_SECRET: 'ü'.repeat(16) }).TOKEN_SECRET).toHaveLength(16)
  })
})
