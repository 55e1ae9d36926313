import { card, chart, chooseForm, chooseFromMenu, curveButton, downloadText } from '#e2e/testing/cards.ts'
import { dayFromToday } from '#e2e/testing/days.ts'
import { apiRows, queriesOf, inTable, written } from '#e2e/testing/graphs.ts'
import { test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

test('the final forecast and its band, when chosen, are what the API says', async ({ page, hand }) => {
  const [from, to] = [dayFromToday(-3), dayFromToday(-1)]
  const queries = queriesOf(page)
  await page.goto(`/dashboard?v=1&g=DE,residual,H,${from}T00:00,${from}T23:59,run`)
  await expect(curveButton(page, 'Model forecast')).toBeVisible()
  await expect(curveButton(page, 'Final forecast')).toHaveCount(0)
  await chooseFromMenu(page, hand, 'Show final forecast')
  await expect(curveButton(page, 'Final forecast')).toBeVisible()
  await expect(card(page).locator('.chart-legend-band')).toHaveText('P10–P90')
  await expect(page).toHaveURL(/,run,final/)
  expect(queries.map((query) => new URL(query.url()).search)).toEqual(['', '?with=final'])
  expect(queries[1]?.postDataJSON()).toEqual(queries[0]?.postDataJSON())

  const rows = await apiRows(page, { area: 'DE', quantity: 'residual', kind: 'final,p10,p90', from, to })
  const [final, p10, p90] = rows.map(({ power_mw }) => power_mw)
  await chart(page).focus()
  await page.keyboard.press('Home')
  const values = card(page).locator('.chart-tooltip-value')
  await expect(values.nth(3)).toHaveText(`${written(final)} MW`)
  await expect(values.nth(4)).toHaveText(`${written(p10)} – ${written(p90)} MW`)
  await hand.expectAccessible()

  await chooseForm(page, hand, 'Table')
  await expect(card(page).getByRole('columnheader')).toHaveText([
    /^Time/,
    'Actual',
    'TSO forecast',
    'Model forecast',
    'Final forecast',
    'P10',
    'P90',
  ])
  await expect(card(page).getByRole('row').nth(1).getByRole('cell').nth(3)).toHaveText(inTable(final))
  const [head, first] = (await downloadText(page, hand, 'Download CSV')).split('\r\n')
  expect(head).toContain('"Final forecast (MW, Demo data)","P10 (MW, Demo data)","P90 (MW, Demo data)"')
  expect(first?.split(',').slice(-3)).toEqual([final, p10, p90].map(String))
  await hand.expectAccessible()

  await page.reload()
  await expect(card(page).getByRole('columnheader', { name: 'P90' })).toBeVisible()
  await chooseFromMenu(page, hand, 'Hide final forecast')
  await expect(card(page).getByRole('columnheader')).toHaveCount(4)
  await expect(page).not.toHaveURL(/final/)

  // A link from when the band came alone shows both.
  await page.goto(`/dashboard?v=1&g=DE,residual,H,${from}T00:00,${from}T23:59,run,band`)
  await expect(curveButton(page, 'Final forecast')).toBeVisible()
  await expect(card(page).locator('.chart-legend-band')).toHaveText('P10–P90')
})
