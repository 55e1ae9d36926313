import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { Plugin } from 'vite'

const SOURCE = new URL('../web/first-script.js', import.meta.url)

/**
 * Adds the first script to the page. In the build its name has a hash of its content, so that browsers can
 * cache it.
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
      const script = readFileSync(SOURCE, 'utf8')
      const fileName = `assets/first-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName, source: script })
      page.source = String(page.source).replace(
        '</title>',
        `</title>\n    <script src="/${fileName}"></script>`,
      )
    },
  }
}
