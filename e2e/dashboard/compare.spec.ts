import {
  card,
  chart,
  chooseFilter,
  chooseForm,
  curveButton,
  runButton,
  runQuery,
} from '#e2e/testing/cards.ts'
import { answerHours, asked, hoursFrom, queriesOf, QUERY } from '#e2e/testing/graphs.ts'
import { test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

const DAY_MS = 86_400_000
const dayOf = (time: string) => Date.parse(time.slice(0, 10))

/** Midnight in the browser's zone. */
const START = Date.parse('2026-11-12T23:00Z')

const COMPARISONS = [
  { label: 'Previous day', days: 1 },
  { label: 'Previous week', days: 7 },
  { label: 'Previous year', days: 364 },
]

test.beforeEach(async ({ page }) => {
  await page.route(QUERY, answerHours)
  await page.goto('/dashboard')
})

test('a comparison asks a second time for earlier days; None asks as specified', async ({ page, hand }) => {
  const queries = queriesOf(page)
  for (const { label, days } of COMPARISONS) {
    queries.length = 0
    await chooseFilter(page, hand, 'Compare with', new RegExp(label))
    await runQuery(page, hand)
    await expect(curveButton(page, `Actual · ${label.toLowerCase()}`)).toBeVisible()
    expect(queries).toHaveLength(2)
    const [earlier, chosen] = queries.map(asked).toSorted((a, b) => (a.time[0] < b.time[0] ? -1 : 1))
    if (!earlier || !chosen) throw new Error('two queries were expected')
    for (const end of [0, 1] as const)
      expect(dayOf(chosen.time[end]) - dayOf(earlier.time[end]), label).toBe(days * DAY_MS)
    expect({ ...earlier, time: [] }).toEqual({ ...chosen, time: [] })
  }

  const curve = 'Actual · previous year'
  await expect(card(page).getByRole('rowheader', { name: 'Actual − previous year' })).toBeVisible()
  await chart(page).focus()
  await page.keyboard.press('Home')
  await expect(card(page).locator('.chart-tooltip-shown')).toContainText(curve)
  // Each span has 1,000 MW in its first hour; the earlier one is drawn at the later stamp.
  await expect(card(page).locator('.chart-tooltip-value')).toHaveText([
    '1,000.00 MW',
    '1,000.00 MW',
    '0.00 MW',
  ])
  await expect(card(page).locator('.chart-tooltip-name').last()).toHaveText('Difference')
  await expect(card(page).locator('.chart-tooltip-moment')).toHaveText(
    / at 00:00 \w+\s*compared with .*, 00:00$/,
  )
  await hand.expectAccessible()
  await chooseForm(page, hand, 'Table')
  await expect(card(page).getByRole('columnheader')).toHaveText([/^Time/, 'Actual', curve])

  queries.length = 0
  await chooseFilter(page, hand, 'Compare with', /None/)
  await hand.press(runButton(page))
  await expect(card(page).getByRole('columnheader')).toHaveText([/^Time/, 'Actual'])
  expect(queries).toHaveLength(1)
  expect(Object.keys(asked(queries[0]))).toEqual(['category', 'area', 'time', 'frequency'])
})

test('of the earlier period only the actual is drawn, until all are chosen', async ({ page, hand }) => {
  const json = { Actual: hoursFrom(START, 24, () => 1000), 'TSO forecast': hoursFrom(START, 24, () => 900) }
  await page.route(QUERY, (route) => route.fulfill({ json }))
  await page.goto('/dashboard?v=1&g=DE,residual,H,2026-11-13T00:00,2026-11-13T23:59,day,run')
  const curves = card(page)
    .getByRole('table', { name: /Curves/ })
    .getByRole('row')
  await expect(curves).toHaveCount(4)
  const forecasts = card(page).getByRole('switch', { name: 'Include its forecasts' })
  await hand.press(forecasts)
  await expect(curves).toHaveCount(5)
  await expect(page).toHaveURL(/,day,earlier/)
  await page.reload()
  await expect(curveButton(page, 'TSO forecast · previous day')).toBeVisible()
  await hand.press(forecasts)
  await expect(curves).toHaveCount(4)
})
