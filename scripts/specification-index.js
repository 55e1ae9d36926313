/*
 * `node scripts/specification-index.js` prints each line of the specification with its tests, whose titles end with its number:
 * `@§2.5-1,9` names the first and the ninth line below the fifth subheading of section 2.
 */
import { readdirSync, readFileSync } from 'node:fs'

/** Numbers of a heading and of what the specification leaves open. */
export const WITHOUT_TEST = ['1-2', '2.3-9', '2.4-4', '3.1-7', '5-6', '6-3', '7.3-4', '7.4-4']

const TITLE = /(['"`])((?:(?!\1).)*?) (@§.*)\1,/g

/** Heads of tables have no number. The cells of a row are joined by a dot. */
export function readLines() {
  let [section, part, line] = [0, 0, 0]
  const lines = []
  const specification = readFileSync('docs/specification/specification.md', 'utf8')
  for (const text of specification.replaceAll(/^\|.*\n\|[-|]+\|$/gm, '').split('\n')) {
    if (text.startsWith('## ')) [section, part, line] = [section + 1, 0, 0]
    else if (text.startsWith('### ')) [part, line] = [part + 1, 0]
    else if (section > 0 && text.trim() !== '') {
      line += 1
      const words = text.trim().replaceAll(/^(?:- |\| )| \|$/g, '')
      const heading = part > 0 ? `${section}.${part}` : section
      lines.push({ number: `${heading}-${line}`, text: words.replaceAll(' | ', ' · ') })
    }
  }
  return lines
}

/** The tests that name lines. A misspelt number equals no line. */
export function readTests() {
  const tests = []
  for (const folder of ['contract', 'server', 'web', 'scripts', 'e2e'])
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(spec|test)\.tsx?$/.test(path)) continue
      const file = `${folder}/${path}`
      for (const [, , title, tags = ''] of readFileSync(file, 'utf8').matchAll(TITLE)) {
        const numbers = tags.split(' ').flatMap((tag) => {
          const [heading, lines = ''] = tag.replace('@§', '').split('-')
          return lines.split(',').map((line) => `${heading}-${line}`)
        })
        tests.push({ file, title, numbers })
      }
    }
  return tests
}

if (process.argv[1] === import.meta.filename) {
  const tests = readTests()
  for (const { number, text } of readLines()) {
    console.log(`${number} ${text}`)
    for (const { file, title, numbers } of tests)
      if (numbers.includes(number)) console.log(`    ${file}: ${title}`)
  }
}
