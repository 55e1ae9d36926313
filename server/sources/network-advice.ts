import { codeOf } from '#server/errors.ts'

/** What OpenSSL says of a certificate whose CA it does not know. */
const UNKNOWN_CA = /^(DEPTH_ZERO_)?SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/
/** Codes of errors where there is no way to a host, or nothing at its address answers. */
const NO_WAY = new Set([
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

type Environment = Readonly<Record<string, string | undefined>>

/** An error and what caused it, the first cause last. */
function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  return [error, ...causesOf(error.cause)]
}

const codesOf = (error: unknown) => causesOf(error).map(codeOf)

/** The reason of a failed request or connection: what its first cause says, such as `connect ECONNREFUSED 127.0.0.1:443`. */
export function firstCauseOf(error: unknown): string {
  const first = causesOf(error).at(-1)
  return first?.message || codesOf(error).at(-1) || String(error)
}

/** Whether the certificate is of a CA that this Node.js does not know, such as that of a company. */
export function isUnknownCa(error: unknown): boolean {
  return codesOf(error).some((code) => UNKNOWN_CA.test(code))
}

/** What to do about a failed request to a service where the network of this machine may be the cause; null where that is not likely. */
export function networkAdvice(error: unknown, environment: Environment = process.env): string | null {
  if (!(error instanceof Error)) return null
  if (isUnknownCa(error))
    return 'Its certificate is of a CA that this machine does not know, perhaps that of a proxy: set NODE_EXTRA_CA_CERTS to the file of that CA.'
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']
  const name = names.find((variable) => environment[variable])
  if (name !== undefined && environment['NODE_USE_ENV_PROXY'] !== '1')
    return `${name} is set but not used: set NODE_USE_ENV_PROXY=1 as well, with Node.js 22.21 or newer.`
  if (name !== undefined)
    return `The request went through the proxy of ${name}, unless NO_PROXY names it: check both, and what the proxy allows.`
  return codesOf(error).some((code) => NO_WAY.has(code))
    ? 'If this machine needs a proxy to reach it, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.'
    : null
}
