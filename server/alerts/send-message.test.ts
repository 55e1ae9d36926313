import { expect, test } from 'vitest'

import { urlFault } from './send-message.ts'

const HOSTS = ['hooks.example.org', '10.0.0.7:9000', '[::1]:9000', 'secure.example.org:443']

test.each([
  'https://hooks.example.org/a?b=c',
  'http://HOOKS.example.org',
  'https://hooks.example.org:443/',
  'http://10.0.0.7:9000/x',
  'http://[0:0:0:0:0:0:0:1]:9000/',
  'https://secure.example.org/',
  'https://secure.example.org:443/x',
])('allows %s', (url) => {
  expect(urlFault(url, HOSTS)).toBeNull()
})

test.each([
  'https://hooks.example.org:444/',
  'https://evil.hooks.example.org/',
  'https://hooks.example.org.evil.com/',
  'https://hooks.example.org@evil.com/',
  'https://evil.com#hooks.example.org',
  'https://evil.com\\@hooks.example.org',
  'http://10.0.0.7/',
  'http://secure.example.org/',
  'http://167772167:9001/',
  'ftp://hooks.example.org/',
  'file:///etc/passwd',
  'hooks.example.org',
  'https://user:password@hooks.example.org/',
])('refuses %s', (url) => {
  expect(urlFault(url, HOSTS)).toMatch(/^url must /)
})

test('refuses everything where no host is allowed', () => {
  expect(urlFault('https://hooks.example.org/', [])).toMatch(/ALERT_HOSTS/)
})
