import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { Plugin, Rollup } from 'vite'

const SOURCE = new URL('../web/first-script.js', import.meta.url)
/** Where the script holds the files of each page. */
const PLACE = 'const PAGE_FILES = {}'
const FRAME = ['web/app/application.tsx', 'web/app/layout/layout.tsx']
/** By the path of a page; `application` for all other paths and for the sign-in. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  application: ['web/app/application.tsx'],
  'first-map': ['web/model/map/first-map.ts'],
  '/home': [...FRAME, 'web/home/home-page.tsx'],
  '/dashboard': [...FRAME, 'web/dashboard/dashboard-page.tsx', 'web/dashboard/address/take-up-address.ts'],
  '/model': [...FRAME, 'web/model/model-page.tsx', 'web/model/forecast/first-calls.ts'],
}

/**
 * Puts the script that runs first into the page. In the build its name is made from its content, so that browsers keep it, and it
 * knows the files of each page.
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
      const script = writeScript(bundle)
      const fileName = `assets/first-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName, source: script })
      page.source = String(page.source).replace(
        '</title>',
        `</title>\n    <script src="/${fileName}"></script>`,
      )
    },
  }
}

function writeScript(bundle: Rollup.OutputBundle): string {
  const source = readFileSync(SOURCE, 'utf8')
  if (!source.includes(PLACE)) throw new Error(`web/first-script.js has no place for the files: ${PLACE}`)
  const files = Object.entries(PAGES).map(([path, modules]) => [path, filesOf(bundle, modules)])
  return source.replace(PLACE, `const PAGE_FILES = ${JSON.stringify(Object.fromEntries(files))}`)
}

/** The files that some modules need, apart from those that the page itself names. */
function filesOf(bundle: Rollup.OutputBundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const files = new Set<string>()
  const add = (chunk: Rollup.OutputChunk | undefined) => {
    if (chunk === undefined || chunk.isEntry || files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (chunk === undefined) throw new Error(`No script is built from ${module}`)
    add(chunk)
  }
  return [...files]
}
