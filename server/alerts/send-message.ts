import { createHmac, randomBytes } from 'node:crypto'

import pRetry, { AbortError } from 'p-retry'
import { Counter, type Registry } from 'prom-client'

import { isOnAllowedHost } from '#contract/alerts.ts'
import type { Clock } from '#server/clock.ts'

import { createPlaces } from './places.ts'

/** Fault of a receiver's address as a sentence, or null. Its host must be one of the operator's; it may lie in the private network. */
export function urlFault(text: string, hosts: readonly string[]): string | null {
  if (hosts.length === 0)
    return 'This server sends no alerts: the operator has allowed no hosts (ALERT_HOSTS).'
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return 'url must be an address that begins with http:// or https://.'
  if (url.username !== '' || url.password !== '') return 'url must not hold a user name or password.'
  return isOnAllowedHost(url, hosts) ? null : `url must be on one of the hosts ${hosts.join(', ')}.`
}

/** Where the messages of a rule go, what signs them, and whose they are. */
export interface Receiver {
  url: string
  secret: string
  userId: number
}

export interface Message extends Receiver {
  /** Stays the same however often it is sent, so that a receiver knows a repetition. */
  id: string
  body: string
}

/** Sends a message until it is taken. Resolves to null, or to why it was given up, as a sentence. */
export type SendMessage = (message: Message, signal: AbortSignal) => Promise<string | null>

const SEND_OUTCOMES = ['delivered', 'repeated', 'given up'] as const
type SendOutcome = (typeof SEND_OUTCOMES)[number]

/** Returns a counter of the messages that were delivered or given up, and of the attempts to repeat one. */
export function createMessageCounter(registry: Registry): (outcome: SendOutcome) => void {
  const messages = new Counter({
    name: 'energy_alert_messages_total',
    help: 'Messages of alerts that were delivered or given up, and repeated attempts',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of SEND_OUTCOMES) messages.inc({ outcome }, 0)
  return (outcome) => messages.inc({ outcome })
}

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32
const ANSWER_WITHIN_MS = 10_000
/** A receiver that does not answer holds only the places of its host. */
const PLACES = { inAll: 20, perHost: 4 }
/** Nine attempts within some 16 minutes. */
const RETRY = { retries: 8, minTimeout: 1000, factor: 3, maxTimeout: 300_000 }

/** A new secret, in the form of Standard Webhooks. */
export function generateSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** The headers of Standard Webhooks: HMAC-SHA-256 over id, time in seconds and body. */
function signMessage({ id, secret, body }: Message, timeS: number): Record<string, string> {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timeS}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timeS), 'webhook-signature': `v1,${signature}` }
}

/** Rejects with an error whose message is a sentence about the receiver; an `AbortError` if the receiver will not take the message later either. */
async function post(message: Message, nowUtc: number, signal: AbortSignal): Promise<void> {
  // Is read below: Node.js collects a timeout that only `AbortSignal.any` knows, which then never ends (20.20).
  const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const asked = fetch(message.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'energy-metrics',
      ...signMessage(message, Math.floor(nowUtc / 1000)),
    },
    body: message.body,
    // The address that a redirect names might be on any host.
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

/** Sends messages in places of its own. */
export function createSendMessage(parts: {
  hosts: readonly string[]
  clock: Clock
  /** How attempts follow each other; tests cannot wait that long. */
  retry?: Partial<typeof RETRY>
  /** Counts messages by how an attempt to send them ended. */
  count?: (outcome: SendOutcome) => void
  /** False once another process sends the messages. */
  mayRepeat?: () => boolean
}): SendMessage {
  const { hosts, clock, retry, count = () => {}, mayRepeat = () => true } = parts
  const inPlace = createPlaces(PLACES)

  return async (message, signal) => {
    // The operator may have removed the host since the rule was made.
    const fault = urlFault(message.url, hosts)
    if (fault !== null) return fault
    const { host } = new URL(message.url)
    const attempt = () => inPlace(host, message.userId, () => post(message, clock(), signal))
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
