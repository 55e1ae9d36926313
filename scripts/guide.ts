import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

const NAME = 'virtual:guide'
const DOCS = new URL('../docs/', import.meta.url)
const GUIDE = fileURLToPath(new URL('guide.md', DOCS))

/** Makes `docs/guide.md` a module of React elements, so that the product shows the same text. */
export function guide(): Plugin {
  return {
    name: 'guide',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined
      this.addWatchFile(GUIDE)
      return guideModule(readFileSync(GUIDE, 'utf8'))
    },
  }
}

/** As on GitHub: `#data-calendar`. */
const slug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')

/**
 * The module's source. Each renderer returns an argument of `createElement` with its comma, so that arguments
 * can be joined. Inserting HTML would need its own policy in the browser.
 */
export function guideModule(text: string): string {
  const pictures: string[] = []
  const element = (tag: string, props: object | null, children: string) =>
    `h(${JSON.stringify(tag)},${JSON.stringify(props)},${children}),`
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return element(`h${depth}`, { id: slug(text) }, this.parser.parseInline(tokens))
      },
      paragraph({ tokens }) {
        return element('p', null, this.parser.parseInline(tokens))
      },
      list({ items, ordered }) {
        return element(ordered ? 'ol' : 'ul', null, items.map((item) => this.listitem(item)).join(''))
      },
      listitem({ tokens }) {
        return element('li', null, this.parser.parse(tokens))
      },
      table({ header, rows }) {
        const row = (cells: Tokens.TableCell[]) =>
          element('tr', null, cells.map((cell) => this.tablecell(cell)).join(''))
        return element(
          'table',
          null,
          element('thead', null, row(header)) + element('tbody', null, rows.map(row).join('')),
        )
      },
      tablecell({ tokens, header }) {
        return element(header ? 'th' : 'td', null, this.parser.parseInline(tokens))
      },
      strong({ tokens }) {
        return element('strong', null, this.parser.parseInline(tokens))
      },
      em({ tokens }) {
        return element('em', null, this.parser.parseInline(tokens))
      },
      codespan({ text }) {
        return element('code', null, `${JSON.stringify(text)},`)
      },
      // Other documents are not part of the product.
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        return href.startsWith('#') ? element('a', { href }, words) : words
      },
      image({ href, text }) {
        const path = fileURLToPath(new URL(href, DOCS))
        pictures.push(path)
        // With its size, content below does not move when it loads. A PNG starts with its size.
        const png = readFileSync(path)
        const size = `width:${png.readUInt32BE(16)},height:${png.readUInt32BE(20)}`
        return `h("img",{src:picture${pictures.length - 1},alt:${JSON.stringify(text)},${size},loading:"lazy"}),`
      },
      text(token) {
        return 'tokens' in token && token.tokens
          ? this.parser.parseInline(token.tokens)
          : `${JSON.stringify(token.text)},`
      },
      space: () => '',
      html() {
        throw new Error('The guide has HTML, which the page cannot show')
      },
    },
  })
  const elements = marked.parse(text, { async: false })
  return [
    `import { createElement as h, Fragment } from 'react'`,
    ...pictures.map((path, index) => `import picture${index} from ${JSON.stringify(path)}`),
    `export const guide = h(Fragment, null, ${elements})`,
  ].join('\n')
}
