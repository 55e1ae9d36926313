import { codeOf } from '#server/errors.ts'

/** OpenSSL codes for an unknown CA. */
const UNKNOWN_CA = /^(DEPTH_ZERO_)?SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/
const NO_WAY = new Set([
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

type Environment = Readonly<Record<string, string | undefined>>

function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  return [error, ...causesOf(error.cause)]
}

const codesOf = (error: unknown) => causesOf(error).map(codeOf)

/** Text such as `connect ECONNREFUSED 127.0.0.1:443`. */
export function firstCauseOf(error: unknown): string {
  const first = causesOf(error).at(-1)
  return first?.message || codesOf(error).at(-1) || String(error)
}

/** Holds for a company's own CA. */
export function isUnknownCa(error: unknown): boolean {
  return codesOf(error).some((code) => UNKNOWN_CA.test(code))
}

export const isRefusedConnection = (error: unknown): boolean => codesOf(error).includes('ECONNREFUSED')

export function networkAdvice(
  error: unknown,
  environment: Environment = process.env,
  nodeVersion = process.versions.node,
): string | null {
  if (!(error instanceof Error)) return null
  if (isUnknownCa(error))
    return 'Its certificate is of a CA that this machine does not know, perhaps that of a proxy: set NODE_EXTRA_CA_CERTS to the file of that CA.'
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']
  const name = names.find((variable) => environment[variable])
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
  const canUseProxy = major > 22 || (major === 22 && minor >= 21)
  if (name !== undefined && (environment['NODE_USE_ENV_PROXY'] !== '1' || !canUseProxy))
    return `${name} is set but not used: it needs NODE_USE_ENV_PROXY=1 and Node.js 22.21 or newer; this is ${nodeVersion}.`
  if (name !== undefined)
    return `The request went through the proxy of ${name}, unless NO_PROXY names it: check both, and what the proxy allows.`
  return codesOf(error).some((code) => NO_WAY.has(code))
    ? 'If this machine needs a proxy to reach it, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.'
    : null
}
