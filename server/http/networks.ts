import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

import { RequestError } from '#server/errors.ts'

/** A customer's link, a household or office, a large site. */
const PREFIX_BITS = [64, 56, 48] as const

/** Narrowest first. All texts that are not addresses are one network. */
export function networksOf(address: string): [narrowest: string, ...wider: string[]] {
  if (!ipaddr.isValid(address)) return ['unknown']
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return [parsed.toString()]
  const [link, ...wider] = PREFIX_BITS.map((bits) => {
    const network = ipaddr.IPv6.networkAddressFromCIDR(
      `${parsed.toNormalizedString().split('%', 1)[0]}/${bits}`,
    )
    return `${network.parts
      .slice(0, 4)
      .map((part) => part.toString(16))
      .join(':')}::/${bits}`
  })
  return [link ?? '', ...wider]
}

export const networkOf = (address: string): string => networksOf(address)[0]

const WINDOW_MS = 60_000
const MAX_NETWORKS = 10_000

/** Counts a request of a network; the returned function gives it back. Throws a `RequestError` 429 after too many within a minute. */
export type NetworkLimit = (request: Pick<FastifyRequest, 'ip' | 'log'>) => () => void

/** Each wider network of an IPv6 address may have twice as many. The log has one line per network and minute. */
export function createNetworkLimit(maxPerMinute: number, refusal: string): NetworkLimit {
  const counts = new LRUCache<string, { count: number; isLogged: boolean }>({
    max: MAX_NETWORKS,
    ttl: WINDOW_MS,
  })
  return ({ ip, log }) => {
    const counted = networksOf(ip).map((network, index) => {
      const entry = counts.get(network) ?? { count: 0, isLogged: false }
      if (entry.count < maxPerMinute * 2 ** index) return { network, entry }
      if (!entry.isLogged) log.info({ ip, network, status: 429, reason: refusal }, 'request refused')
      entry.isLogged = true
      const waitS = Math.max(1, Math.ceil(counts.getRemainingTTL(network) / 1000))
      throw new RequestError(429, refusal, { 'retry-after': String(waitS) })
    })
    for (const { network, entry } of counted) {
      if (entry.count === 0) counts.set(network, entry)
      entry.count += 1
    }
    return () => {
      for (const { entry } of counted) entry.count -= 1
    }
  }
}
