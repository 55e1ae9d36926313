import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { ORGANISATION_META } from '#contract/organisation.ts'
import type { Config } from '#server/config.ts'

import { isFreeOf, pageAt } from './base-path.ts'

const ONE_YEAR_S = 31_536_000

/** Vite names the files in `assets/` by their content, so they never change. Browsers must revalidate all other files. */
function cacheControl(file: string): string {
  return file.startsWith('assets/') ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache'
}

/** Whether a path that no route takes can be a page of the web application: it has no file extension and no odd spelling. */
export function isPagePath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  return path.length <= 256 && isFreeOf(/[.\\%\u0000-\u001f]|\/\//, path)
}

/** Whether a URL belongs to the API, which answers in JSON and never with a page. */
export function isApiPath(url: string): boolean {
  return /^\/(api|energia|oauth2)([/?]|$)/i.test(url)
}

/** A missing asset must not be answered with a page: the browser would fail to run it as a script, without a clear error. */
function isAssetPath(path: string): boolean {
  return /^\/assets(\/|$)/.test(path)
}

/**
 * Serves the built web application: one route for each file that exists at the start, and nothing else from the folder.
 * Returns a function that answers paths that no route takes with the page, so that the web application can route them, or
 * returns `null`.
 */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  { BASE_PATH: basePath, OIDC_ISSUER: issuer }: Pick<Config, 'BASE_PATH' | 'OIDC_ISSUER'>,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply | null> {
  const facts = {
    ...(basePath !== '' && { 'base-path': basePath }),
    ...(issuer !== undefined && { [ORGANISATION_META]: 'yes' }),
  }
  const isAsBuilt = Object.keys(facts).length === 0
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn('The pages are not built; only the API is served.')
    return () => null
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    dotfiles: 'deny',
    cacheControl: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', '**/.*', ...(isAsBuilt ? [] : ['index.html'])],
    setHeaders(reply, path) {
      reply.header('cache-control', cacheControl(relative(folder, path).replaceAll('\\', '/')))
    },
  })
  const sendPage = isAsBuilt
    ? (reply: FastifyReply) => reply.sendFile('index.html')
    : await pageSender(app, folder, basePath, facts)
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    return isRead && !isApiPath(path) && !isAssetPath(path) && isPagePath(path) ? sendPage(reply) : null
  }
}

/** Sends the page as it is with these settings. */
async function pageSender(
  app: FastifyInstance,
  folder: string,
  basePath: string,
  facts: Readonly<Record<string, string>>,
): Promise<(reply: FastifyReply) => FastifyReply> {
  const page = pageAt(await readFile(join(folder, 'index.html'), 'utf8'), basePath, facts)
  const sendPage = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  for (const url of ['/', '/index.html']) app.get(url, (_request, reply) => sendPage(reply))
  return sendPage
}
