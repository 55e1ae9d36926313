import ipaddr from 'ipaddr.js'

import type { Clock } from '#server/clock.ts'

import { createAttemptLimit, type Attempt } from './attempt-limit.ts'
import { type AttemptStore, createOwnAttempts } from './attempt-store.ts'

const ACCOUNT_POLICY = { freeFailures: 5, windowMs: 300_000, firstWaitMs: 1000, longestWaitMs: 900_000 }
const NETWORK_POLICY = { freeFailures: 30, windowMs: 60_000, firstWaitMs: 1000, longestWaitMs: 60_000 }

/** What counts as one place on the network: an IPv4 address, or the /64 that an IPv6 address belongs to. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}

export interface SignInThrottle {
  /**
   * Begins a sign-in from a network. `isOwnNetwork` means that the account last signed in from there: that network has its
   * own count, so that nobody elsewhere can keep the owner out. Rejects with a `RequestError` 429.
   */
  begin(accountKey: string, network: string, isOwnNetwork: boolean): Promise<Attempt>
}

/** Slows down guessing, by account and by network. */
export function createSignInThrottle(
  clock: Clock,
  store: AttemptStore = createOwnAttempts(),
): SignInThrottle {
  const accounts = createAttemptLimit(ACCOUNT_POLICY, clock, store)
  const networks = createAttemptLimit(NETWORK_POLICY, clock, store)
  return {
    async begin(accountKey, network, isOwnNetwork) {
      const byNetwork = await networks.begin(`network ${network}`)
      try {
        const account = `account ${accountKey}`
        const byAccount = await accounts.begin(isOwnNetwork ? `${account} from ${network}` : account)
        const both = async (network: Promise<void>, account: Promise<void>) => {
          await Promise.all([network, account])
        }
        return {
          // A successful sign-in to one account does not forgive guesses at other accounts from the same network.
          succeed: () => both(byNetwork.abandon(), byAccount.succeed()),
          fail: () => both(byNetwork.fail(), byAccount.fail()),
          abandon: () => both(byNetwork.abandon(), byAccount.abandon()),
        }
      } catch (error) {
        await byNetwork.abandon()
        throw error
      }
    },
  }
}
