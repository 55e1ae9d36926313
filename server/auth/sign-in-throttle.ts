import { isIPv6 } from 'node:net'

import type { Clock } from '#server/clock.ts'

import { createAttemptLimit, type Attempt } from './attempt-limit.ts'

const ACCOUNT_POLICY = { freeFailures: 5, windowMs: 300_000, firstWaitMs: 1000, longestWaitMs: 900_000 }
const NETWORK_POLICY = { freeFailures: 30, windowMs: 60_000, firstWaitMs: 1000, longestWaitMs: 60_000 }

/** What counts as one place on the network: an IPv4 address, or the /64 that an IPv6 address lies in. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  const groups = [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
  return `${groups.join(':')}::/64`
}

export interface SignInThrottle {
  /**
   * Begins a sign-in from a network; `isOwnNetwork` where the account last signed in from there, which has a count of its own, so
   * that nobody elsewhere can keep the owner out. Rejects with a `RequestError` 429.
   */
  begin(accountKey: string, network: string, isOwnNetwork: boolean): Promise<Attempt>
}

/** Slows guessing down, by account and by network, in memory of a fixed size. Each server process counts for itself. */
export function createSignInThrottle(clock: Clock): SignInThrottle {
  const accounts = createAttemptLimit(ACCOUNT_POLICY, clock)
  const networks = createAttemptLimit(NETWORK_POLICY, clock)
  return {
    async begin(accountKey, network, isOwnNetwork) {
      const byNetwork = await networks.begin(network)
      try {
        const byAccount = await accounts.begin(isOwnNetwork ? `${accountKey} from ${network}` : accountKey)
        return {
          // Signing in to an own account forgives no guesses at those of others.
          succeed: () => (byNetwork.abandon(), byAccount.succeed()),
          fail: () => (byNetwork.fail(), byAccount.fail()),
          abandon: () => (byNetwork.abandon(), byAccount.abandon()),
        }
      } catch (error) {
        byNetwork.abandon()
        throw error
      }
    },
  }
}
