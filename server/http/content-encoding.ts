import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { negotiate } from '@fastify/accept-negotiator'

export type ContentEncoding = 'br' | 'gzip'

/** Smaller answers fit into about one packet. */
export const MIN_COMPRESSED_BYTES = 1400

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The client's preference; Brotli if it has none. */
export function acceptedEncoding(header: string | string[] | undefined): ContentEncoding | null {
  const encoding = negotiate(String(header ?? '').toLowerCase(), ['br', 'gzip', 'identity'])
  return encoding === 'identity' ? null : encoding
}

/** False if the client prefers unencoded bytes. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  return negotiate(String(header ?? '').toLowerCase(), ['gzip', 'identity']) === 'gzip'
}

/** Brotli at quality 4 takes twice as long and makes a year of a group 1 % smaller, rows 7 %. */
export function compress(bytes: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  // About two pieces: each takes a turn of a thread.
  const chunkSize = Math.max(1024, bytes.byteLength >> 2)
  if (encoding === 'gzip') return compressGzip(bytes, { level: 6, chunkSize })
  return compressBrotli(bytes, {
    chunkSize,
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: 2,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  })
}
