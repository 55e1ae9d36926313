import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { AREA_GROUPS } from '#contract/areas.ts'
import { COUNTRIES, countryName } from '#contract/countries.ts'
import { ENERGY_TYPE_LABELS, ENERGY_TYPES, FREQUENCIES, FREQUENCY_LABELS } from '#contract/query.ts'

import { readLines, readTests, WITHOUT_TEST } from './specification-index.js'

const LINES = readLines()
const sentences = LINES.flatMap(({ text }) => text.split(/(?<=[.;])\s+(?=[A-Z/])/))

/** The sentence of which a table names the first words, before `…`, or all. */
function sentenceOf(words: string) {
  const found = sentences.filter((sentence) =>
    words.endsWith('…') ? sentence.startsWith(words.slice(0, -1)) : sentence === words,
  )
  expect(found, `"${words}" is the beginning of one sentence`).toHaveLength(1)
  return found[0]
}

test('tests of npm test name every line but those that require nothing', () => {
  const tests = readTests()
  const named = new Set(tests.flatMap(({ numbers }) => numbers))
  expect([...WITHOUT_TEST, ...named].toSorted()).toEqual(LINES.map(({ number }) => number).toSorted())
  for (const { file } of tests) expect(file).not.toMatch(/\.(process|long)\.test\./)
})

describe('departures', () => {
  const sections = readFileSync('docs/specification/departures.md', 'utf8')
    .split('\n## ')
    .slice(1)
    .map((section) => ({
      title: section.split('\n', 1)[0] ?? '',
      rows: section
        .split('\n')
        .filter((line) => line.startsWith('| ') && !line.startsWith('| sentence |'))
        .map((line) => line.slice(2, -2).split(' | ')),
    }))

  test('each names a sentence of the specification', () => {
    const rows = sections.flatMap((section) => section.rows)
    expect(rows.length).toBeGreaterThan(20)
    for (const cells of rows) {
      sentenceOf(cells[0] ?? '')
      expect(cells, `${cells[0]}: what, and the plain way`).toHaveLength(3)
    }
  })

  test('each control that they name is one of its pages', () => {
    const folders: Readonly<Record<string, RegExp>> = { Graphs: /^dashboard/, Model: /^(model|map)/ }
    for (const { title, rows } of sections) {
      const code = readdirSync('web', { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && (folders[title] ?? /^/).test(file))
        .map((file) => readFileSync(`web/${file}`, 'utf8'))
        .join('\n')
      // Controls are in italics.
      const controls = rows.flatMap(
        (cells) =>
          cells
            .slice(1)
            .join(' ')
            .match(/(?<=\*)[A-Z][^*]+(?=\*)/g) ?? [],
      )
      for (const control of controls)
        expect(code, `${title}: ${control}`).toMatch(new RegExp(`['">]\\s*${control}\\s*['"<{]`))
    }
  })
})

test('the fixed lists are those of the specification @§3.2-1,2,3,4 @§3.3-1 @§3.4-1 @§3.7-1 @§3.8-1 @§3.9-1 @§5-2 @§9-6', () => {
  const groups = AREA_GROUPS.map(({ code, label, members }) => {
    const name = code === 'IT' ? 'IT (Italy)' : `${code} (${label})`
    return `${name}: ${members.map((member) => `${member.code} ${member.label}`).join(', ')}.`
  })
  const names = [...COUNTRIES.map(({ code }) => code), 'fr'].map((code) => `${code} ${countryName(code)}`)
  const specifiedNames = sentences.find((sentence) => sentence.startsWith('be Belgium, ')) ?? ''
  expect(sentences).toEqual(expect.arrayContaining(groups))
  expect(specifiedNames.slice(0, -1).split(', ').toSorted()).toEqual(names.toSorted())
  expect(sentences).toContain(
    `${ENERGY_TYPES.map((type) => `${type} (${ENERGY_TYPE_LABELS[type]})`).join(', ')}.`,
  )
  expect(sentences).toContain(
    `${FREQUENCIES.map((code) => `${code} (${FREQUENCY_LABELS[code]})`).join(', ')}.`,
  )
  expect(sentences).toContain(
    `Three-letter to two-letter mapping: ${COUNTRIES.map(({ isoA3, code }) => `${isoA3} ${code}`).join(', ')}.`,
  )
})
