import { createServer } from 'node:https'

import { Registry } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'

import { measureCertificates } from './metrics.ts'

/** A certificate for localhost that no authority has signed. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUNH1/WpUzJdmcCtiCnr96LGQkKvEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNDEzMzQzNloYDzIxMjYxMDMx
MTMzNDM2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASfcSlJDbOrEJXY7QPJPYC5c3eUf/L9buQUMiUtokBa8MxQ6jPeKsHJ
SU4VCjWkgbm0Tbwdcd5MLsLD6oks8IPRo2kwZzAdBgNVHQ4EFgQUcPA472gGT11C
T1b6CLTay8/cQwowHwYDVR0jBBgwFoAUcPA472gGT11CT1b6CLTay8/cQwowDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgGOhgqwiILRZp64C+ggnw/80Jd36E6Qjsg5/HJqLiEw4CIQC4a9xPEapR
45g1nD3Nwm+tXhtm6GTNozoiEc0xCHwQ8Q==
-----END CERTIFICATE-----`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4ygdVKHxu4i5KHOR
xbjusdhFQHCaCsvz4ZfTh8568RShRANCAASfcSlJDbOrEJXY7QPJPYC5c3eUf/L9
buQUMiUtokBa8MxQ6jPeKsHJSU4VCjWkgbm0Tbwdcd5MLsLD6oks8IPR
-----END PRIVATE KEY-----`

test('a certificate that was shown once stays known, also when later connections do not show it', async () => {
  // Nobody vouches for this certificate.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  const server = createServer({ cert: CERTIFICATE, key: KEY }, (_request, response) => {
    response.setHeader('connection', 'close').end()
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0

  const registry = new Registry()
  measureCertificates(registry)
  for (let connection = 0; connection < 3; connection += 1) {
    await (await fetch(`https://localhost:${port}`)).text()
    expect(await registry.metrics()).toContain(
      `energy_certificate_expires_timestamp_seconds{host="localhost"} ${Date.UTC(2126, 9, 31, 13, 34, 36) / 1000}`,
    )
  }
})
