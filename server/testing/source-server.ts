import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Timer } from '#server/sources/pace.ts'

export interface TestServer {
  url: string
  /** Every request's address, in the order of arrival. */
  requests: URL[]
  close(): Promise<void>
}

/** A source of the outside world on a free port of 127.0.0.1. */
export async function startTestServer(
  answer: (url: URL, response: ServerResponse, request: IncomingMessage) => void,
): Promise<TestServer> {
  const requests: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    requests.push(url)
    answer(url, response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on TCP has such an address
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api`,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A timer that jumps to the end of every wait, and says when it now is. */
export function jumpingTimer(): Timer {
  let nowMs = 0
  return {
    now: () => nowMs,
    async wait(milliseconds, signal) {
      signal.throwIfAborted()
      nowMs += milliseconds
      await Promise.resolve()
    },
  }
}
