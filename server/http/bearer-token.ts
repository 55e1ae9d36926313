import type { FastifyRequest } from 'fastify'

const SCHEME = 'Bearer '

/** The bearer token of a request; `null` if it has none, or more than one `Authorization` header. */
export function bearerToken(request: FastifyRequest): string | null {
  const { rawHeaders } = request.raw
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'authorization') count += 1
  }
  const { authorization } = request.headers
  return count === 1 && authorization?.startsWith(SCHEME) ? authorization.slice(SCHEME.length) : null
}
