import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { ORGANISATION_META, OTHER_BACKEND_META } from '#contract/http-names.ts'
import type { Config } from '#server/config.ts'

const ONE_YEAR_S = 31_536_000

/** Also the origin that a proxy may send (RFC 9112, 3.2.2). Some proxies and health checks leave the base path out. */
export function withoutBasePath(url: string, basePath: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
  if (basePath === '') return path
  // nginx leaves two slashes when it replaces `/energy` by `/`.
  if (!path.startsWith(basePath)) return path.replace(/^\/+/, '/')
  const rest = path.slice(basePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : path
}

/** False if the path cannot be decoded. */
export function isFreeOf(odd: RegExp, path: string): boolean {
  try {
    return !odd.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Pages have no file extension and no odd spelling. */
export function isPagePath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  return path.length <= 256 && isFreeOf(/[.\\%\u0000-\u001f]|\/\//, path)
}

/** The API answers in JSON, never with a page. */
export function isApiPath(url: string): boolean {
  return /^\/(api|energia|oauth2)([/?]|$)/i.test(url)
}

/** Serves only files present at the start. The returned function answers page paths with the page, others with null. */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  config: Pick<Config, 'BASE_PATH' | 'OIDC_ISSUER' | 'BACKEND_URL'>,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply | null> {
  const { BASE_PATH: basePath, OIDC_ISSUER: issuer, BACKEND_URL: backend } = config
  const facts = {
    ...(basePath !== '' && { 'base-path': basePath }),
    ...(issuer !== undefined && { [ORGANISATION_META]: 'yes' }),
    ...(backend !== undefined && { [OTHER_BACKEND_META]: 'yes' }),
  }
  const built = join(folder, 'index.html')
  if (!existsSync(built)) {
    app.log.warn('The pages are not built; only the API is served.')
    return () => null
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    dotfiles: 'deny',
    cacheControl: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', '**/.*', 'index.html'],
    setHeaders(reply, path) {
      // Named by their content, they never change. Browsers must revalidate all others.
      const isConstant = relative(folder, path).startsWith(`assets${sep}`)
      reply.header('cache-control', isConstant ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache')
    },
  })
  const page = pageAt(await readFile(built, 'utf8'), basePath, facts)
  const sendPage = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  for (const url of ['/', '/index.html'])
    app.get(url, { config: { who: 'anyone' } }, (_request, reply) => sendPage(reply))
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // A page would fail as a script, without a clear error.
    const isAsset = /^\/assets(\/|$)/.test(path)
    return isRead && !isApiPath(path) && !isAsset && isPagePath(path) ? sendPage(reply) : null
  }
}

/** `facts` are for the scripts, in `meta` elements. */
export function pageAt(html: string, basePath: string, facts: Readonly<Record<string, string>>): string {
  const metas = Object.entries(facts).map(([name, content]) => `<meta name="${name}" content="${content}" />`)
  return html
    .replaceAll(/ (src|href)="\/(?!\/)/g, ` $1="${basePath}/`)
    .replace('<title>', `${metas.join('')}<title>`)
}
