import { once } from 'node:events'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

/** A ZIP archive of one file, after PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16. */
export async function zipOf(name: string, text: AsyncIterable<string> | Iterable<string>): Promise<Buffer> {
  const packed: Buffer[] = []
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  deflate.on('data', (part: Buffer) => packed.push(part))
  const ended = once(deflate, 'end')
  let [sum, length] = [0, 0]
  for await (const part of text) {
    const bytes = Buffer.from(part)
    sum = crc32(bytes, sum)
    length += bytes.length
    if (!deflate.write(bytes)) await once(deflate, 'drain')
  }
  deflate.end()
  await ended
  const body = Buffer.concat(packed)
  const short = (value: number) => Buffer.from(Uint16Array.of(value).buffer)
  const long = (value: number) => Buffer.from(Uint32Array.of(value).buffer)
  // Version 2.0, no flags, deflated, no time.
  const sizes = [long(sum), long(body.length), long(length), short(name.length), short(0)]
  const common = Buffer.concat([short(20), short(0), short(8), long(0), ...sizes])
  const local = Buffer.concat([long(0x04034b50), common, Buffer.from(name), body])
  // No comment, the first disk, no attributes, at the beginning.
  const place = Buffer.alloc(14)
  const entry = Buffer.concat([long(0x02014b50), short(20), common, place, Buffer.from(name)])
  const end = [long(0), short(1), short(1), long(entry.length), long(local.length), short(0)]
  return Buffer.concat([local, entry, long(0x06054b50), ...end])
}
