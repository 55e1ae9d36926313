import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { negotiate } from '@fastify/accept-negotiator'

export type ContentEncoding = 'br' | 'gzip'

/** Below a packet or so, compressing saves nothing. */
export const MIN_COMPRESSED_BYTES = 1400

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The encoding that a client likes best, Brotli where it has no preference, or null for none. */
export function acceptedEncoding(header: string | string[] | undefined): ContentEncoding | null {
  const encoding = negotiate(String(header ?? '').toLowerCase(), ['br', 'gzip', 'identity'])
  return encoding === 'identity' ? null : encoding
}

/** True if a client takes gzip and does not ask for unencoded bytes. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  return negotiate(String(header ?? '').toLowerCase(), ['gzip', 'identity']) === 'gzip'
}

/** Compressed as far as it is worth the time while someone waits for the answer. */
export function compress(bytes: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(bytes, { level: 6 })
  return compressBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  })
}
