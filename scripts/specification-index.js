import { readFileSync } from 'node:fs'

/**
 * The rows of the index of the specification: the first words of their sentences, and their tests or, after a dash, the reason why they
 * have none.
 */
export const INDEX_ROWS = readFileSync('docs/specification/tests.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line !== '| requirement | tests |')
  .map((line) => {
    const [words = '', tests = ''] = line.slice(2, -2).split(' | ')
    return { words: words.split('<br>'), tests: tests.split('<br>') }
  })

/** The tests of the index: their file, and words of their titles. */
export const SPECIFIED_TESTS = INDEX_ROWS.flatMap(({ tests }) => tests)
  .filter((reference) => !/^– \w/.test(reference))
  .map((reference) => {
    const [, file = '', titles = ''] = /^`([\w./-]+)` (.+)$/.exec(reference) ?? []
    return { reference, file, titles: titles.split('; ') }
  })
