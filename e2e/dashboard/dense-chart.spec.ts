import { recordedTexts, recordTexts, rowsOfColour } from '#e2e/testing/canvas.ts'
import { chart, curveButton, hoursFrom, QUERY } from '#e2e/testing/graphs.ts'
import { expect, test } from '#e2e/testing/test.ts'

const YEAR = Date.parse('2025-11-19T23:00:00Z')

/** A year of hours that swings by 40 GW every day. */
const swing = (mean: number) =>
  hoursFrom(YEAR, 8760, (hour) => mean + 20_000 * Math.sin((hour / 24) * 2 * Math.PI))

test('a year of hours shows daily means and the range around them, and the forecast stays visible', async ({
  signedIn: page,
}) => {
  await recordTexts(page)
  await page.route(QUERY, (route) =>
    route.fulfill({ json: { Actual: swing(40_000), 'TSO forecast': swing(44_000) } }),
  )
  await page.goto('/dashboard?v=1&g=DE,residual,H,2025-11-20T00:00,2026-11-19T23:59,run')
  await expect(curveButton(page, 'Actual')).toBeVisible()
  expect(await recordedTexts(page)).toContain('Daily mean and range')
  // Drawn as a line of all hours, a curve would fill its columns from end to end.
  for (const curve of ['--curve-0', '--curve-1']) {
    const columns = (await rowsOfColour(chart(page), curve, 60)).filter((rows) => rows.length > 0)
    expect(columns.length, curve).toBeGreaterThan(300)
    expect(Math.max(...columns.map((rows) => rows.length)), curve).toBeLessThan(40)
  }
})
