import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { Plugin } from 'vite'

const SOURCE = new URL('../web/first-script.js', import.meta.url)
/** Pages whose scripts it requests, by the last part of their paths. */
const PAGES = ['home', 'dashboard', 'model']

/**
 * Adds the first script to the page. In the build it knows the scripts of each page, and its name has a hash of its content, so that
 * browsers can cache it.
 */
export function firstScript(): Plugin {
  return {
    name: 'first-script',
    enforce: 'post',
    transformIndexHtml: {
      order: 'pre',
      handler: (_html, { server }) =>
        server === undefined ? [] : [{ tag: 'script', attrs: { src: '/first-script.js' }, injectTo: 'head' }],
    },
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('The build has no index.html')
      const script = readFileSync(SOURCE, 'utf8').replace(
        'SCRIPTS_OF_PAGES = {}',
        `SCRIPTS_OF_PAGES = ${JSON.stringify(scriptsOfPages(bundle))}`,
      )
      const fileName = `assets/first-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName, source: script })
      page.source = String(page.source).replace(
        '</title>',
        `</title>\n    <script src="/${fileName}"></script>`,
      )
    },
  }
}

type Bundle = Parameters<Extract<NonNullable<Plugin['generateBundle']>, (...args: never) => unknown>>[1]

/** Without the first ones, which are in the HTML page. */
function scriptsOfPages(bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const withImports = (file: string, found = new Set<string>()): Set<string> => {
    const chunk = chunks.find(({ fileName }) => fileName === file)
    if (chunk === undefined || found.has(file)) return found
    for (const imported of chunk.imports) withImports(imported, found.add(file))
    return found.add(file)
  }
  const fileOf = (page: string) => {
    const chunk = chunks.find(({ name, isDynamicEntry }) => isDynamicEntry && name === page)
    if (chunk === undefined) throw new Error(`The build has no script of ${page}`)
    return chunk.fileName
  }
  const first = withImports(chunks.find(({ isEntry }) => isEntry)?.fileName ?? '')
  return Object.fromEntries(
    PAGES.map((page) => {
      const all = withImports(fileOf(`${page}-page`), withImports(fileOf('layout')))
      return [page, [...all].filter((file) => !first.has(file)).map((file) => file.replace('assets/', ''))]
    }),
  )
}
