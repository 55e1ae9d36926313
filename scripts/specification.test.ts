import { existsSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

const TABLE = 'docs/specification.md'

/** The rows of the table that name a test: file, and the words of its title where one is meant. */
const rows = readFileSync(TABLE, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, specified, file, , title] = /^\| (.+?) \| `([\w./-]+)`( › (.+?))? \|$/.exec(line) ?? []
    return specified !== undefined && file !== undefined ? [{ specified, file, title: title ?? '' }] : []
  })

describe('every line of the specification is held by a test that exists', () => {
  test('the table has no row without one', () => {
    const bare = readFileSync(TABLE, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| ') && line !== '| line | test |')
    expect(bare.length).toBe(rows.length)
    expect(rows.length).toBeGreaterThan(60)
  })

  test.each(rows)('$specified', ({ file, title }) => {
    expect(existsSync(file), `${file} exists`).toBe(true)
    expect(readFileSync(file, 'utf8')).toContain(title)
  })
})
