import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

/** What clocks in Central Europe say for half of the year only. */
const SEASONAL = /[+-]0[12]:00\b|\bCES?T\b/
/** `2026-11-14` or `November 14, 2026`. */
const DATED = /\d{4}-\d{2}-\d{2}|[A-Z][a-z]+ \d{1,2}, \d{4}/
const FIXED_CLOCK = /clock\.(setFixedTime|install\(\{ time)/

/** The lines of a browser test that hold only in summer or only in winter. */
function seasonalLines(text: string): string[] {
  if (FIXED_CLOCK.test(text)) return []
  return text.split('\n').filter((line) => SEASONAL.test(line) && !DATED.test(line))
}

test('a browser test names an offset, CET or CEST only with its date or under a fixed clock', () => {
  const files = readdirSync('e2e', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  expect(files.length).toBeGreaterThan(50)
  const found = files.flatMap((file) =>
    seasonalLines(readFileSync(`e2e/${file}`, 'utf8')).map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

test('a planted offset is found, one of a date or under a fixed clock is not', () => {
  const planted = "await expect(moment).toContainText('00:00 CET')\nexpect(line).toMatch(/18:00\\+01:00/)"
  expect(seasonalLines(planted)).toHaveLength(2)
  expect(seasonalLines("toContain('2026-03-29 00:00+01:00')")).toEqual([])
  expect(seasonalLines(`await page.clock.setFixedTime(NOW)\n${planted}`)).toEqual([])
})
