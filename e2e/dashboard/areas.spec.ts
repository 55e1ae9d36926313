import type { Page } from '@playwright/test'

import { strokeOf } from '#e2e/testing/canvas.ts'
import {
  card,
  chart,
  chooseFilter,
  chooseForm,
  chooseFromMenu,
  curveButton,
  download,
  runButton,
  runQuery,
} from '#e2e/testing/cards.ts'
import { dayFromToday } from '#e2e/testing/days.ts'
import { asked, hoursFrom, joinedValues, QUERY, inTable } from '#e2e/testing/graphs.ts'
import { chooseEntry, inBothWays, test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

const names = (page: Page) =>
  card(page)
    .getByRole('table', { name: /Curves/ })
    .getByRole('rowheader')

inBothWays(() => {
  test('an added area has a curve, measured and then forecast, as the API has it', async ({ page, hand }) => {
    await page.goto('/dashboard?v=1&g=DE,residual,H,-1d,1d,run')
    await expect(curveButton(page, 'TSO forecast')).toBeVisible()
    const expected = await joinedValues(page, ['DE', 'PL'], {
      quantity: 'residual',
      from: dayFromToday(-1),
      to: dayFromToday(2),
    })
    await chooseFromMenu(page, hand, 'Add an area')
    await expect(card(page).getByText('France added')).toBeVisible()
    await expect(card(page).getByText('Not run yet')).toBeVisible()
    await chooseFilter(page, hand, /Area 2$/, /Poland/)
    await runQuery(page, hand)
    await expect(names(page)).toHaveText([/^Germany/, /^Poland/])
    await expect(card(page).getByText(/^All curves: Final forecast from /)).toBeVisible()
    await expect(page).toHaveURL(/g=DE,residual,H,-1d,1d,and:PL,run/)
    await expect(card(page).getByTitle(/^Residual Load, Germany, Poland\u00a0· Hourly/)).toBeVisible()
    await hand.expectAccessible()

    await chooseForm(page, hand, 'Table')
    const cellsOf = (row: number) =>
      card(page)
        .getByRole('row')
        .nth(row + 1)
        .getByRole('cell')
    const count = expected[0]?.length ?? 0
    for (const row of [0, count - 1])
      await expect(cellsOf(row)).toHaveText(expected.map((values) => inTable(values[row])))
    await expect(card(page).getByRole('columnheader').nth(1)).toHaveText(/^Germany \(Final forecast from /)
    const { lines } = await download(page, hand, 'Download CSV')
    expect(lines[0]).toMatch(/Germany \(Final forecast from .*Poland \(Final forecast from /)
    expect(lines.slice(1).map((line) => line.split(',').slice(-2))).toEqual(
      Array.from({ length: count }, (_, row) => expected.map((values) => String(values[row] ?? ''))),
    )

    await page.reload()
    await expect(card(page).getByRole('columnheader')).toHaveCount(3)
    await hand.press(card(page).getByRole('button', { name: 'Remove area 2' }))
    await expect(card(page).getByRole('button', { name: / Area$/ })).toBeFocused()
    await expect(page).not.toHaveURL(/and:/)
    await hand.press(runButton(page))
    await expect(card(page).getByRole('columnheader')).toHaveCount(4)
  })
})

test('one scale for all cards is chosen, and stays in the address', async ({ page, hand }) => {
  await page.setViewportSize({ width: 1280, height: 1700 })
  await page.route(QUERY, (route) => {
    const start = Date.parse('2026-11-13T23:00Z')
    const flat = (value: number) => hoursFrom(start, 48, () => value)
    const isGermany = asked(route.request()).area === 'DE'
    return route.fulfill({
      json: isGermany ? { Actual: flat(1000) } : { Actual: flat(4000), 'TSO forecast': flat(1000) },
    })
  })
  const cards = ['DE', 'FR'].map((area) => `&g=${area},residual,H,2026-11-14T00:00,2026-11-15T23:59,run`)
  await page.goto(`/dashboard?v=1${cards.join('')}`)
  await expect(curveButton(page, 'Actual', 2)).toBeVisible()
  const lowerBy = async () => {
    const [first, second] = [await strokeOf(chart(page), 0), await strokeOf(chart(page, 2), 1)]
    return Math.abs((second[0]?.y ?? NaN) - (first[0]?.y ?? NaN))
  }
  expect(await lowerBy()).toBeGreaterThan(100)
  const choose = (item: string) => chooseEntry(page, hand, 'Options of the dashboard', item)
  await choose('Same scale on all cards')
  await expect.poll(lowerBy).toBeLessThan(3)
  await expect(page).toHaveURL(/(,run,scale.*){2}/)
  await page.reload()
  await expect(curveButton(page, 'Actual', 2)).toBeVisible()
  await expect.poll(lowerBy).toBeLessThan(3)
  await choose('Own scale on each card')
  await expect.poll(lowerBy).toBeGreaterThan(100)
})
