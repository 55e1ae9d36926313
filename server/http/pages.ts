import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const ONE_YEAR_S = 31_536_000

/** Vite names the files in `assets/` by their content, so they never change; all else must be asked for again. */
function cacheControl(file: string): string {
  return file.startsWith('assets/') ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache'
}

/** Whether a path that no route takes can be a page of the web application: no file name, no odd spelling. */
export function isPagePath(path: string): boolean {
  if (path.length > 256) return false
  try {
    // oxlint-disable-next-line no-control-regex -- control characters are what is refused
    return !/[.\\%\u0000-\u001f]|\/\//.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Whether an address belongs to the interface, which answers in JSON and never with a page. */
export function isInterfacePath(url: string): boolean {
  return /^\/(energia|oauth2)([/?]|$)/i.test(url)
}

/** A missing asset is never answered by a page: a script that got one would fail without a word. */
function isAssetPath(path: string): boolean {
  return /^\/assets(\/|$)/.test(path)
}

/**
 * Serves the built web application: one route per file that is there at the start, and nothing else of the folder.
 * Returns the answer for paths that no route takes: the page, so that the web application shows what it finds there, or `null`.
 */
export async function servePages(
  app: FastifyInstance,
  folder: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply | null> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn('The pages are not built; only the interface is served.')
    return () => null
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    dotfiles: 'deny',
    cacheControl: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', '**/.*'],
    setHeaders(reply, path) {
      reply.header('cache-control', cacheControl(relative(folder, path).replaceAll('\\', '/')))
    },
  })
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    return isRead && !isInterfacePath(path) && !isAssetPath(path) && isPagePath(path)
      ? reply.sendFile('index.html')
      : null
  }
}
