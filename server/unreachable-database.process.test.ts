import { createServer, type Socket } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { listen } from '#server/testing/listen.ts'
import { freePort, startProduct, statusOf } from '#server/testing/process.ts'

/** A foreign server at the address of the database. It answers the first bytes of every connection with the same bytes. */
async function startOther(answer: Buffer): Promise<string> {
  const other = createServer((socket: Socket) => {
    socket.on('error', () => null)
    socket.once('data', () => socket.end(answer))
  })
  onTestFinished(() => void other.close())
  return `127.0.0.1:${await listen(other)}`
}

function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

test.each<[string, () => Promise<string>, RegExp]>([
  ['nothing listens', async () => `127.0.0.1:${await freePort()}/x`, /does not answer: connect ECONNREFUSED/],
  ['an unknown host', async () => 'database.invalid/x', /does not answer: getaddrinfo \w+ database\.invalid/],
  [
    'a pooler refuses a parameter',
    async () => `${await startOther(refusal('08P01', 'unsupported startup parameter: search_path'))}/x`,
    /gives no connection: unsupported startup parameter: search_path/,
  ],
  [
    'too many are connected',
    async () => `${await startOther(refusal('53300', 'sorry, too many clients already'))}/x`,
    /gives no connection: sorry, too many clients already/,
  ],
  [
    'the connection cannot be encrypted',
    async () => `${await startOther(Buffer.from('N'))}/x?sslmode=require`,
    /does not answer: The server does not support SSL connections/,
  ],
])('a start where %s logs why, and goes on trying', async (_name, place, reason) => {
  const url = `postgres://me:pass-of-db@${await place()}`
  const product = await startProduct({ DATABASE_URL: url, LOG_LEVEL: 'warn' })
  const reasons = () =>
    product
      .output()
      .split('\n')
      .filter((line) => line.includes('"the database fails, and is tried again'))
      .map((line) => JSON.parse(line))
  await expect
    .poll(reasons)
    .toEqual([expect.objectContaining({ level: 40, reason: expect.stringMatching(reason) })])
  expect(product.output()).not.toContain('pass-of-db')
  await expect.poll(() => statusOf(`${product.address}/livez`)).toBe(200)
  expect(reasons()).toHaveLength(1)
})
