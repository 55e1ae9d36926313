import { expect, test } from 'vitest'

import { networkAdvice } from './network-advice.ts'

test.each([
  ['20.20.2', /^HTTPS_PROXY is set but not used: .+; this is 20\.20\.2\.$/],
  ['22.21.0', /^The request went through the proxy of HTTPS_PROXY/],
  ['24.1.0', /^The request went through the proxy of HTTPS_PROXY/],
])('a proxy is used by Node.js 22.21 or newer: %s', (version, advice) => {
  const environment = { HTTPS_PROXY: 'http://proxy.example:3128', NODE_USE_ENV_PROXY: '1' }
  expect(networkAdvice(new Error('refused'), environment, version)).toMatch(advice)
})
