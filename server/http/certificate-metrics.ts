import { subscribe } from 'node:diagnostics_channel'
import { TLSSocket } from 'node:tls'

import { Gauge, type Registry } from 'prom-client'
import { z } from 'zod'

/** What Node.js publishes about every connection that `fetch` has made. */
const ConnectedSchema = z.object({
  connectParams: z.object({ hostname: z.string() }),
  socket: z.instanceof(TLSSocket),
})

/**
 * A gauge of when the certificates of the hosts that are called run out, such as that of the source. It connects to nobody by itself:
 * a certificate is known from the connections that are made anyway.
 */
export function measureCertificates(registry: Registry): void {
  const expires = new Gauge({
    name: 'energy_certificate_expires_timestamp_seconds',
    help: 'When the certificate of a host that is asked runs out',
    labelNames: ['host'],
    registers: [registry],
  })
  subscribe('undici:client:connected', (message) => {
    const connected = ConnectedSchema.safeParse(message)
    if (!connected.success) return
    const { connectParams, socket } = connected.data
    // A connection that goes on with an earlier session shows no certificate.
    const expiresUtc = Date.parse(socket.getPeerCertificate().valid_to)
    if (!Number.isNaN(expiresUtc)) expires.set({ host: connectParams.hostname }, expiresUtc / 1000)
  })
}
