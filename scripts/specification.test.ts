import { existsSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

const TABLE = 'docs/specification/tests.md'

/** The rows that name a test: its file and, where given, part of its title. */
const rows = readFileSync(TABLE, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, specified, file, , title] = /^\| (.+?) \| `([\w./-]+)`( › (.+?))? \|$/.exec(line) ?? []
    return specified !== undefined && file !== undefined ? [{ specified, file, title: title ?? '' }] : []
  })

describe('every line of the specification names a test that exists', () => {
  test('no row lacks a test', () => {
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
