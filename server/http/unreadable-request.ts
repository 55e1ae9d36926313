import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import { sentenceOf } from '#server/errors.ts'

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** The status for bytes that are not a request: too slow, too long, or not HTTP. */
export function unreadableStatus({ code }: Error & { code?: string }): number {
  return STATUS_BY_CODE[code ?? ''] ?? 400
}

/** Refuses on the bare connection what Fastify does not see, and closes the connection. */
export function createBareRefusal(headers: Readonly<Record<string, string>>) {
  return (status: number, socket: Socket): void => {
    if (socket.destroyed) return
    if (socket.writable) {
      const body = JSON.stringify({ error: sentenceOf(status) })
      const lines = Object.entries({
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'cache-control': 'no-store',
        connection: 'close',
      }).map(([name, value]) => `${name}: ${value}`)
      const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines].join('\r\n')
      socket.write(`${head}\r\n\r\n${body}`)
    }
    socket.destroySoon()
  }
}
