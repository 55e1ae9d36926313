import { createHmac, randomBytes } from 'node:crypto'

import pRetry, { AbortError } from 'p-retry'
import { Counter, type Registry } from 'prom-client'

import { isOnAllowedHost } from '#contract/alerts.ts'
import type { Clock } from '#server/clock.ts'

/** Describes the fault in a sentence. The host must be one that the operator allows; it may be in the private network. */
export function urlFault(text: string, hosts: readonly string[]): string | null {
  if (hosts.length === 0)
    return 'This server sends no alerts: the operator has allowed no hosts (ALERT_HOSTS).'
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return 'url must be an address that begins with http:// or https://.'
  if (url.username !== '' || url.password !== '') return 'url must not hold a user name or password.'
  return isOnAllowedHost(url, hosts) ? null : `url must be on one of the hosts ${hosts.join(', ')}.`
}

export interface Receiver {
  url: string
  secret: string
  userId: number
}

export interface Message extends Receiver {
  /** The same for each attempt, so that receivers can detect repetitions. */
  id: string
  body: string
}

/** Repeats until delivered. Resolves to null, or to why it gave up, in a sentence. */
export type SendMessage = (message: Message, signal: AbortSignal) => Promise<string | null>

const SEND_OUTCOMES = ['delivered', 'repeated', 'given up'] as const
type SendOutcome = (typeof SEND_OUTCOMES)[number]

export function createMessageCounter(registry: Registry): (outcome: SendOutcome) => void {
  const messages = new Counter({
    name: 'energy_alert_messages_total',
    help: 'Messages of alerts, by outcome: delivered, given up, or an attempt to be repeated',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of SEND_OUTCOMES) messages.inc({ outcome }, 0)
  return (outcome) => messages.inc({ outcome })
}

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32
const ANSWER_WITHIN_MS = 10_000
/** Nine attempts within about 16 minutes. */
const RETRY = { retries: 8, minTimeout: 1000, factor: 3, maxTimeout: 300_000 }

/** A secret in the form of Standard Webhooks. */
export function generateSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** Standard Webhooks: HMAC-SHA-256 over id, time in seconds and body. */
function signMessage({ id, secret, body }: Message, timeS: number): Record<string, string> {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timeS}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timeS), 'webhook-signature': `v1,${signature}` }
}

/** Rejects with a sentence about the receiver; with an `AbortError` if repeating is useless. */
async function post(message: Message, nowUtc: number, signal: AbortSignal): Promise<void> {
  // Referenced below: Node.js 20.20 collects a timeout that only `AbortSignal.any` holds, which then never fires.
  const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const asked = fetch(message.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'energy-metrics',
      ...signMessage(message, Math.floor(nowUtc / 1000)),
    },
    body: message.body,
    // A redirect could lead to any host.
    redirect: 'manual',
    signal: AbortSignal.any([signal, timeout]),
  })
  const close = async ({ status, ok, body }: Response) => {
    await body?.cancel()
    return { status, ok }
  }
  const { status, ok } = await asked.then(close).catch(() => {
    throw new Error(`The receiver ${timeout.aborted ? 'did not answer in time' : 'cannot be reached'}.`)
  })
  if (ok) return
  const isRedirect = status >= 300 && status < 400
  const reason = `The receiver answered ${status}${isRedirect ? ', and redirects are not followed' : ''}.`
  const mayTakeItLater = status >= 500 || status === 408 || status === 429
  throw mayTakeItLater ? new Error(reason) : new AbortError(reason)
}

/** Each sender has places of its own. */
export function createSendMessage(parts: {
  hosts: readonly string[]
  clock: Clock
  /** Shortened in tests. */
  retry?: Partial<typeof RETRY>
  count?: (outcome: SendOutcome) => void
  /** False once another process sends the messages. */
  mayRepeat?: () => boolean
}): SendMessage {
  const { hosts, clock, retry, count = () => {}, mayRepeat = () => true } = parts
  const enqueue = createFairQueue()

  return async (message, signal) => {
    // The operator may have removed the host since.
    const fault = urlFault(message.url, hosts)
    if (fault !== null) return fault
    const { host } = new URL(message.url)
    const attempt = () => enqueue(host, message.userId, () => post(message, clock(), signal))
    try {
      await pRetry(attempt, {
        ...RETRY,
        ...retry,
        signal,
        shouldRetry: () => {
          if (mayRepeat()) count('repeated')
          return mayRepeat()
        },
      })
      count('delivered')
      return null
    } catch (error) {
      signal.throwIfAborted()
      if (mayRepeat()) count('given up')
      return error instanceof Error ? error.message : String(error)
    }
  }
}

const MAX_PLACES = 20
/** A silent receiver occupies only the places of its host. */
const MAX_PLACES_OF_HOST = 4

interface Waiting {
  host: string
  userId: number
  begin: () => void
}

/** A free place goes to the user with the fewest places, then to the one with the most responsive receivers. */
function createFairQueue() {
  let underWay: Waiting[] = []
  let waiting: Waiting[] = []
  /** By user, since all places were last free. */
  const heldMs = new Map<number, number>()
  const heldBy = ({ userId }: Waiting) => heldMs.get(userId) ?? 0
  const placesOf = (key: 'host' | 'userId', of: Waiting) =>
    underWay.filter((other) => other[key] === of[key]).length

  function next(): Waiting | undefined {
    if (underWay.length >= MAX_PLACES) return undefined
    return waiting
      .filter((one) => placesOf('host', one) < MAX_PLACES_OF_HOST)
      .toSorted(
        (one, other) => placesOf('userId', one) - placesOf('userId', other) || heldBy(one) - heldBy(other),
      )[0]
  }

  function fill(): void {
    for (let one = next(); one !== undefined; one = next()) {
      const begun = one
      waiting = waiting.filter((other) => other !== begun)
      underWay.push(one)
      one.begin()
    }
    if (underWay.length === 0) heldMs.clear()
  }

  return async <Result>(host: string, userId: number, work: () => Promise<Result>): Promise<Result> => {
    const place = await new Promise<Waiting>((resolve) => {
      const one: Waiting = { host, userId, begin: () => resolve(one) }
      waiting.push(one)
      // Waits for other arrivals of this turn, so that one user does not take every place.
      setImmediate(fill)
    })
    const beganMs = performance.now()
    try {
      return await work()
    } finally {
      underWay = underWay.filter((other) => other !== place)
      heldMs.set(userId, heldBy(place) + performance.now() - beganMs)
      fill()
    }
  }
}
