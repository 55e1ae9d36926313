import { once } from 'node:events'
import { PassThrough } from 'node:stream'

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { createMessageStream } from './message-stream.ts'

test('gives whole messages in order, wherever the bytes are cut', () => {
  const message = fc.oneof(
    fc.string(),
    fc.record({ id: fc.nat(), rows: fc.array(fc.uint8Array()), at: fc.date({ noInvalidDate: true }) }),
    fc.constant(null),
  )
  return fc.assert(
    fc.asyncProperty(
      fc.array(message),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      async (messages, cuts) => {
        const written: Buffer[] = []
        const wire = new PassThrough()
        wire.write = (bytes: Buffer) => written.push(bytes) > 0
        const send = createMessageStream(wire, () => null)
        for (const each of messages) send(each)
        const all = Buffer.concat(written)

        const read: unknown[] = []
        const receiving = new PassThrough()
        createMessageStream(receiving, (each) => read.push(each))
        for (let at = 0, index = 0; at < all.length; index += 1) {
          const length = cuts[index % cuts.length] ?? 1
          receiving.write(all.subarray(at, at + length))
          at += length
        }
        receiving.end()
        await once(receiving, 'end')
        expect(read).toEqual(messages)
      },
    ),
  )
})

test('hangs up on a length that none of our messages has, and on half a message at the end', async () => {
  const wire = new PassThrough()
  createMessageStream(wire, () => null)
  wire.write(Buffer.from([0xff, 0xff, 0xff, 0xff]))
  await once(wire, 'close')
  const cut = new PassThrough()
  createMessageStream(cut, () => expect.fail('half a message'))
  cut.end(Buffer.from([5, 0, 0, 0, 1, 2]))
  await once(cut, 'close')
})
