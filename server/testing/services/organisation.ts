import { createServer } from 'node:http'

import { Provider } from 'oidc-provider'

import { listen } from '#server/testing/listen.ts'

export const CLIENT_ID = 'energy-metrics'
export const CLIENT_SECRET = 'a secret of the tests & 100 %'
const LASTS_S = 60
const LASTING = ['Interaction', 'Grant', 'Session', 'AccessToken', 'IdToken']

export type Claims = Readonly<Record<string, unknown>> & { sub: string }

export interface Organisation {
  issuer: string
  /** Who signs in next, without being asked. `inToken` are claims of the ID token itself. */
  setPerson(claims: Claims, inToken?: Readonly<Record<string, unknown>>): void
  tokenRequests(): number
  setCodeLifetime(seconds: number): void
  /** Follows an address of the provider as a browser would, up to the page of ours that it leads to. */
  follow(url: string): Promise<URL>
  close(): void
}

/** A real OpenID Connect provider on this machine, whose people sign in by themselves. */
export async function startOrganisation(
  returnUrl: string,
  { algorithm = 'RS256', onToken = () => {} }: { algorithm?: 'RS256' | 'HS256'; onToken?: () => void } = {},
): Promise<Organisation> {
  const server = createServer()
  const issuer = `http://127.0.0.1:${await listen(server)}`
  let person: Claims = { sub: 'nobody' }
  let inToken = {}
  let tokenRequests = 0
  let codeLifetimeS = LASTS_S

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [returnUrl],
        id_token_signed_response_alg: algorithm,
      },
    ],
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
    scopes: ['openid', 'email', 'profile'],
    claims: {
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'groups', 'hasgroups'],
    },
    cookies: { keys: ['of the tests'] },
    features: { devInteractions: { enabled: false } },
    ttl: {
      AuthorizationCode: () => codeLifetimeS,
      ...Object.fromEntries(LASTING.map((name) => [name, LASTS_S])),
      // Asked for right before a token is signed.
      IdToken() {
        queueMicrotask(onToken)
        return LASTS_S
      },
    },
    conformIdTokenClaims: false,
    findAccount: (_, id) => ({
      accountId: id,
      claims: (use) => (use === 'id_token' ? { ...inToken, sub: person.sub } : person),
    }),
    interactions: { url: () => '/sign-in' },
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc
      const grant = new provider.Grant({
        ...(client && { clientId: client.clientId }),
        ...(session?.accountId && { accountId: session.accountId }),
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url === '/token') tokenRequests += 1
    if (request.url === '/sign-in')
      void provider.interactionFinished(request, response, { login: { accountId: person.sub } })
    else void answer(request, response)
  })

  return {
    issuer,
    setPerson(claims, tokenClaims = {}) {
      person = claims
      inToken = tokenClaims
    },
    tokenRequests: () => tokenRequests,
    setCodeLifetime(seconds) {
      codeLifetimeS = seconds
    },
    async follow(url) {
      const cookies = new Map<string, string>()
      let next = new URL(url)
      while (next.origin === issuer) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const text of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
          cookies.set(name, value)
        }
        next = new URL(response.headers.get('location') ?? 'error:none', next)
      }
      return next
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
