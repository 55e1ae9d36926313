import { createServer } from 'node:net'

import type { FastifyInstance } from 'fastify'

import type { Config } from '#server/config.ts'
import { StartError } from '#server/errors.ts'

type Place = Pick<Config, 'PORT' | 'HOST'>

/** Why a port cannot be listened on, in words; any other error as it is. */
function inWords(error: unknown, { PORT, HOST }: Place): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return new StartError(`port ${PORT} is in use: stop the other program, or set PORT.`)
  if (code === 'EACCES') return new StartError(`port ${PORT} is not allowed to this user: set PORT.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST ${HOST} is no address of this machine.`)
  return error
}

/** Rejects with a `StartError` where the port is taken, before anything is opened. */
export async function checkPort(place: Place): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(inWords(error, place)))
    probe.listen(place.PORT, place.HOST, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}

/** Rejects with a `StartError` where the port was taken meanwhile. */
export async function listen(server: FastifyInstance, place: Place): Promise<void> {
  try {
    await server.listen({ port: place.PORT, host: place.HOST })
  } catch (error) {
    throw inWords(error, place)
  }
}
