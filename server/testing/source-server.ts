import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { z } from 'zod'

import type { Timer } from '#server/sources/pace.ts'

import { listen } from './listen.ts'

export interface TestServer {
  url: string
  requests: URL[]
  close(): Promise<void>
}

/** A service of the outside world on a free port of 127.0.0.1. */
export async function startTestServer(
  answer: (url: URL, response: ServerResponse, request: IncomingMessage) => void,
): Promise<TestServer> {
  const requests: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    requests.push(url)
    answer(url, response, request)
  })
  return {
    url: `http://127.0.0.1:${await listen(server)}/api`,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const ExchangesSchema = z.array(
  z.object({ request: z.string(), status: z.number(), contentType: z.string(), body: z.string() }),
)

/** The folder of `server/testing/exchanges` that holds what one source sends. */
export function exchangesOf(source: string): URL {
  return new URL(`exchanges/${source}/`, import.meta.url)
}

/** Answers the requests that are written down in `exchanges.json`, to the letter, and no others. A token is not compared. */
export async function startReplay(folder: URL): Promise<TestServer> {
  const exchanges = ExchangesSchema.parse(JSON.parse(readFileSync(new URL('exchanges.json', folder), 'utf8')))
  return startTestServer((url, response) => {
    const asked = new URL(url)
    asked.searchParams.delete('securityToken')
    const request = decodeURIComponent(asked.pathname + asked.search)
    const exchange = exchanges.find((one) => one.request === request)
    if (exchange === undefined) response.writeHead(400).end(`not written down: ${request}`)
    else
      response
        .writeHead(exchange.status, { 'content-type': exchange.contentType })
        .end(readFileSync(new URL(exchange.body, folder)))
  })
}

/** A timer that jumps to the end of every wait. */
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
