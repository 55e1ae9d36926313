import { rowsOfColour } from '#e2e/testing/canvas.ts'
import { card, chart, curveButton, draw, legendRow } from '#e2e/testing/cards.ts'
import { hoursFrom, QUERY } from '#e2e/testing/graphs.ts'
import { expect, test } from '#e2e/testing/test.ts'

const START = Date.parse('2026-11-13T23:00Z')
const HOURS = 48

const flat = (value: number) => hoursFrom(START, HOURS, () => value)

test('curves beyond nine have another dash, in the legend and in the tooltip', async ({ page }) => {
  const names = Array.from({ length: 12 }, (_, index) => `Curve ${index + 1}`)
  await draw(page, Object.fromEntries(names.map((name, index) => [name, flat(index)])))
  const lines = legendRow(page, 'Curve 1').or(legendRow(page, 'Curve 10')).locator('line')
  // The legend follows the first paint of the curves.
  await expect(lines).toHaveCount(2)
  const dashes = await lines.evaluateAll((found) =>
    found.map((line) => [line.getAttribute('stroke'), line.getAttribute('stroke-dasharray')]),
  )
  expect(dashes[0]?.[0]).toBe(dashes[1]?.[0])
  expect(dashes[0]?.[1]).not.toBe(dashes[1]?.[1])
  await chart(page).focus()
  await page.keyboard.press('Home')
  const samples = card(page).locator('.chart-tooltip-shown line')
  await expect(samples).toHaveCount(12)
  expect(await samples.nth(9).getAttribute('stroke-dasharray')).toBe(dashes[1]?.[1])
})

test('the legend of many curves in a half card is folded, and unfolds', async ({ page }) => {
  const names = ['Actual', 'TSO forecast', ...Array.from({ length: 6 }, (_, index) => `Area ${index}`)]
  await page.route(QUERY, (route) =>
    route.fulfill({ json: Object.fromEntries(names.map((name) => [name, flat(123_456)])) }),
  )
  await page.goto('/dashboard?v=1&g=CWE,residual,H,2026-11-14T00:00,2026-11-15T23:59,run,half')
  await expect(legendRow(page, 'Area 0')).toBeVisible()
  await expect(legendRow(page, 'Area 1')).toBeHidden()
  const isCut = await card(page)
    .locator('.chart-legend')
    .evaluate((legend) => legend.scrollWidth > legend.clientWidth)
  expect(isCut).toBe(false)
  const isHeadCut = await card(page)
    .locator('p', { hasText: 'Central Western Europe' })
    .evaluate((head) => head.scrollWidth > head.clientWidth || head.scrollHeight > head.clientHeight)
  expect(isHeadCut).toBe(false)
  await curveButton(page, 'Actual').focus()
  await page.keyboard.press('End')
  await expect(curveButton(page, 'Area 0')).toBeFocused()
  await card(page).getByRole('button', { name: '5 more curves' }).click()
  await expect(legendRow(page, 'Area 5')).toBeVisible()
  await card(page).getByRole('button', { name: 'Fewer curves' }).click()
  await expect(legendRow(page, 'Area 5')).toBeHidden()
})

test('hiding a curve does not fade the others while its row keeps the focus', async ({ page }) => {
  await draw(page, { Actual: flat(1000), 'TSO forecast': flat(2000), Germany: flat(3000) })
  const isDrawnFull = async () => (await rowsOfColour(chart(page), '--curve-2', 0)).flat().length > 100
  await curveButton(page, 'Actual').focus()
  await page.keyboard.press('Enter')
  await expect(curveButton(page, 'Actual')).toHaveAttribute('aria-pressed', 'false')
  await expect(curveButton(page, 'Actual')).toBeFocused()
  await expect.poll(isDrawnFull).toBe(true)
})

test('on a phone a row has its last figure and a chosen one', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await draw(page, { Actual: hoursFrom(START, HOURS, (hour) => 1000 + hour), 'TSO forecast': flat(900) })
  await expect(legendRow(page, 'Actual').getByRole('cell')).toHaveText(['1,047 Nov 15, 23:00', '1,047'])
  const choice = card(page).getByRole('combobox', { name: 'Figure' })
  await choice.selectOption('MAE')
  await expect(legendRow(page, 'TSO forecast').getByRole('cell')).toHaveText(['900', '124'])
  await expect(choice).toHaveValue('MAE')
})

test('at any width rows share the edges of their columns; a gap is named', async ({ page }) => {
  await draw(page, {
    Actual: hoursFrom(START, HOURS, (hour) => (hour < 24 && hour !== 7 ? -12_000 : null)),
    'TSO forecast': flat(-18_000.5),
    'A country with a very long name': flat(164_000),
  })
  await expect(card(page).locator('.chart-legend > p')).toHaveText('Actual is missing 1 hour, Nov 14, 07:00.')
  const table = card(page).getByRole('table', { name: /Curves/ })
  await expect(table.getByRole('columnheader', { name: /^MAE/ })).toContainText('23 h')
  for (const width of [1280, 700, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await page.waitForFunction((wanted) => document.documentElement.clientWidth === wanted, width)
    const edges = await table.evaluate((element) =>
      [...element.querySelectorAll('tr')].map((line) =>
        [...line.children].slice(1).map((cell) => Math.round(cell.getBoundingClientRect().right)),
      ),
    )
    expect(edges).toHaveLength(4)
    for (const line of edges) expect(line).toEqual(edges[0])
    const gapsPx = await table.evaluate((element) =>
      [...element.querySelectorAll('tr')].flatMap((line) => {
        const texts = [...line.querySelectorAll('td, th:not(:first-child)')].map((cell) => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          return range.getBoundingClientRect()
        })
        return texts.slice(1).flatMap((text, index) => {
          const before = texts[index]
          const isBeside = before !== undefined && text.width > 0 && text.top === before.top
          return isBeside ? text.left - before.right : []
        })
      }),
    )
    expect(Math.min(...gapsPx)).toBeGreaterThanOrEqual(6)
    const { right } = await card(page).evaluate((element) => element.getBoundingClientRect())
    expect(Math.max(...edges.flat())).toBeLessThan(right)
  }
})
