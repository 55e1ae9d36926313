import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import { sentenceOf } from '#server/errors.ts'

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers, on the bare connection, bytes that are not a request: too slow, too long, or not HTTP. Then closes the connection. */
export function answerUnreadable(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) {
      const status = STATUS_BY_CODE[error.code ?? ''] ?? 400
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
