import { connect, createServer, type Socket } from 'node:net'

import { onTestFinished } from 'vitest'

import { listen } from './listen.ts'

/** Stands between a client and a server on loopback, and disturbs their connections when told to. */
export interface TestTcpProxy {
  /** An address on the same server, with the port of the proxy. */
  through(address: string): string
  /** Sends new connections to another server. Those that exist stay. */
  leadTo(url: string): void
  cut(): void
  /** False: cuts every connection and refuses new ones. */
  setReachable(isReachable: boolean): void
  /** True: keeps the connections open and lets nothing through. */
  setSilent(isSilent: boolean): void
  bytesOfClients(): number
  /** Lets only so many bytes of the next client through, and then keeps its connection open and silent. */
  holdNext(bytes: number): void
  /** True while a client has sent more than it may, and waits. */
  isHolding(): boolean
}

export async function startTestTcpProxy(targetUrl: string): Promise<TestTcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let targetPort = Number(new URL(targetUrl).port)
  let isReachable = true
  let isSilent = false
  let bytesOfClients = 0
  let nextMaySend = Infinity
  const held = new Set<Socket>()

  const server = createServer((client) => {
    let maySend = nextMaySend
    nextMaySend = Infinity
    client.on('data', ({ byteLength }: Buffer) => {
      bytesOfClients += byteLength
    })
    client.on('close', () => held.delete(client))
    /** The part of a client's bytes that may go on. */
    function withinLimit(bytes: Buffer): Buffer {
      const passing = bytes.subarray(0, maySend)
      maySend -= passing.byteLength
      if (passing.byteLength < bytes.byteLength) held.add(client)
      return passing
    }
    const target = connect(targetPort, '127.0.0.1')
    const pair = [client, target] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [target, client] as const]) {
      from.on('error', () => null)
      from.on('data', (bytes: Buffer) => {
        if (!isSilent) to.write(from === client ? withinLimit(bytes) : bytes)
      })
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
    if (!isReachable) client.destroy()
  })
  const port = await listen(server)

  function cut(): void {
    for (const [client] of pairs) client.resetAndDestroy()
  }
  onTestFinished(async () => {
    cut()
    server.close()
  })
  return {
    through: (address) => Object.assign(new URL(address), { port }).href,
    leadTo(url) {
      targetPort = Number(new URL(url).port)
    },
    cut,
    setReachable(value) {
      isReachable = value
      if (!value) cut()
    },
    bytesOfClients: () => bytesOfClients,
    holdNext(bytes) {
      nextMaySend = bytes
    },
    isHolding: () => held.size > 0,
    setSilent(value) {
      isSilent = value
    },
  }
}
