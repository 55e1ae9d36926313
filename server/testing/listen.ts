import type { AddressInfo, Server } from 'node:net'

/** Lets a server listen on a free port of this machine, and gives the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on TCP has such an address
  return (server.address() as AddressInfo).port
}
