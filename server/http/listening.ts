import { once } from 'node:events'
import { createServer } from 'node:net'

import type { FastifyInstance } from 'fastify'

import type { Config } from '#server/config.ts'
import { codeOf, StartError } from '#server/errors.ts'

type Place = Pick<Config, 'PORT' | 'HOST'>

/** Turns an error of listening into a `StartError` that says what to do; returns any other error as it is. */
function explain(error: unknown, { PORT, HOST }: Place): unknown {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return new StartError(`port ${PORT} is in use: stop the other program, or set PORT.`)
  if (code === 'EACCES') return new StartError(`port ${PORT} is not allowed for this user: set PORT.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST ${HOST} is not an address of this machine.`)
  return error
}

/** Rejects with a `StartError` if the port is taken. Called before the database is opened. */
export async function checkPort(place: Place): Promise<void> {
  const probe = createServer().listen(place.PORT, place.HOST)
  await once(probe, 'listening').catch((error: unknown) => {
    throw explain(error, place)
  })
  await probe[Symbol.asyncDispose]()
}

export async function listen(server: FastifyInstance, place: Place): Promise<void> {
  await server.listen({ port: place.PORT, host: place.HOST }).catch((error: unknown) => {
    throw explain(error, place)
  })
}
