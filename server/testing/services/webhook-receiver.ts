import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { openTestServer } from '#server/testing/source.ts'

export interface WebhookReceiver {
  url: string
  host: string
  messages: { headers: IncomingHttpHeaders; text: string }[]
  /** Status of the next answers, the last one for all that follow; 0 answers nothing. */
  statuses: number[]
  location: string
}

/** A receiver of webhooks on a free port, closed when the test ends. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const server = await openTestServer((_url, response, request) => {
    let text = ''
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    request.once('end', () => {
      receiver.messages.push({ headers: request.headers, text })
      const status = (receiver.statuses.length > 1 ? receiver.statuses.shift() : receiver.statuses[0]) ?? 200
      if (status !== 0) response.writeHead(status, { location: receiver.location }).end('thanks')
    })
  })
  const { host } = new URL(server.url)
  const receiver: WebhookReceiver = {
    url: `http://${host}/hook`,
    host,
    messages: [],
    statuses: [200],
    location: '',
  }
  return receiver
}

/** Checks the signature of Standard Webhooks. */
export function isSigned({ headers, text }: WebhookReceiver['messages'][number], secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
