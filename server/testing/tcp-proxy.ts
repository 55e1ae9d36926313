import { connect, createServer, type Socket } from 'node:net'

import { onTestFinished } from 'vitest'

/** Stands between a client and a server on loopback, and disturbs their connections when told to. */
export interface TestTcpProxy {
  port: number
  /** Cuts every connection. New ones work. */
  cut(): void
  /** False: cuts every connection and refuses new ones. */
  setReachable(isReachable: boolean): void
  /** True: keeps the connections open and lets nothing through. */
  setSilent(isSilent: boolean): void
}

export async function startTestTcpProxy(targetPort: number): Promise<TestTcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let isReachable = true
  let isSilent = false

  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1')
    const pair = [client, target] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [target, client] as const]) {
      from.on('error', () => null)
      from.on('data', (bytes: Buffer) => {
        if (!isSilent) to.write(bytes)
      })
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
    if (!isReachable) client.destroy()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')

  function cut(): void {
    for (const [client] of pairs) client.resetAndDestroy()
  }
  onTestFinished(async () => {
    cut()
    server.close()
  })
  return {
    port: address.port,
    cut,
    setReachable(value) {
      isReachable = value
      if (!value) cut()
    },
    setSilent(value) {
      isSilent = value
    },
  }
}
