import { once } from 'node:events'
import { createServer } from 'node:http'

import { TILE_PORT } from './addresses.ts'

const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNs+P+/HgAF/gL+Xy2rWQAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Serves every map tile during the tests. A server, because a browser whose requests a test intercepts caches no files and recompiles the
 * product's code on every page. Resolves to the function that stops it.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright takes the default export.
export default async function serveTiles(): Promise<() => void> {
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'image/png',
      'cache-control': 'max-age=3600',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    response.end(TILE)
  }).listen(TILE_PORT, '127.0.0.1')
  await once(server, 'listening')
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
