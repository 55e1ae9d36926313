import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'

import { listen } from '#server/testing/listen.ts'

import { CLIENT_ID, type Claims } from './organisation.ts'

type Changes = Readonly<Record<string, unknown>>

/** What a provider does that is not allowed. */
export interface ProviderFault {
  /** Changed claims of the ID token, those of userinfo, and keys of the answer with the token. */
  token?: Changes
  userInfo?: Changes
  answer?: Changes
  status?: number
  discoveryMs?: number
  /** So many discoveries are slow; all by default. */
  slowDiscoveries?: number
}

/** The least that an OpenID Connect provider does, without its pages, and with faults that a real one cannot be made to have. */
export async function startBareProvider(person: Claims, given: ProviderFault) {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }
  let fault = given
  let nonce: string | undefined
  let discoveries = 0

  const server = createServer((request, response) => {
    const answers: Readonly<Record<string, () => Promise<object>>> = {
      async '/.well-known/openid-configuration'() {
        discoveries += 1
        if (discoveries <= (fault.slowDiscoveries ?? Infinity)) await sleep(fault.discoveryMs ?? 0)
        const at = (path: string) => `${issuer}${path}`
        return {
          issuer,
          authorization_endpoint: at('/authorize'),
          token_endpoint: at('/token'),
          userinfo_endpoint: at('/userinfo'),
          jwks_uri: at('/keys'),
          response_types_supported: ['code'],
          id_token_signing_alg_values_supported: ['RS256'],
        }
      },
      '/keys': async () => ({ keys: [key] }),
      async '/token'() {
        const { sub } = person
        const nowS = Math.floor(Date.now() / 1000)
        const claims = { iss: issuer, aud: CLIENT_ID, sub, iat: nowS, exp: nowS + 60, nonce, ...fault.token }
        const signed = await new SignJWT(JSON.parse(JSON.stringify(claims)))
          .setProtectedHeader({ alg: 'RS256', kid: 'one' })
          .sign(privateKey)
        return { access_token: 'a', token_type: 'Bearer', id_token: signed, ...fault.answer }
      },
      '/userinfo': async () => ({ ...person, ...fault.userInfo }),
    }
    const path = request.url ?? ''
    const answer = async () => {
      const body = await answers[path]?.()
      response.statusCode = path === '/token' ? (fault.status ?? 200) : 200
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    }
    void answer()
  })
  const issuer = `http://127.0.0.1:${await listen(server)}`
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    issuer,
    setNonce(value: string | undefined) {
      nonce = value
    },
    setFault(value: ProviderFault) {
      fault = value
    },
  }
}
