import type { Page } from '@playwright/test'

import { DAY_FORECAST_PATH, type ForecastAnswer } from '#contract/forecast.ts'
import { expectAccessible, expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { boxOf } from '#e2e/testing/boxes.ts'
import { chooseEntry, inBothWays, saveFile, test } from '#e2e/testing/hand.ts'
import { dayOf } from '#e2e/testing/model.ts'
import { expect } from '#e2e/testing/test.ts'

/** Germany falls below zero at noon and rises steeply in the evening; Poland does neither. */
function forecast(): ForecastAnswer {
  const day = (valueOf: (hour: number) => number) =>
    dayOf((hour) => {
      const value = valueOf(hour)
      return { TSO: value - 7, Instance_Today: null, Instance_Tomorrow: 0, Final_Value: value }
    })
  return {
    de: day((hour) => (hour === 12 || hour === 13 ? -1200 : hour >= 18 ? 30_000 : 12_345)),
    pl: day((hour) => 9000 + hour),
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.route('**/energia/tab-2', (route) => route.fulfill({ json: forecast() }))
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Model', exact: true })).toBeVisible()
}

function table(page: Page) {
  return page.getByRole('grid', { name: /by country and hour, MW$/ })
}

inBothWays(() => {
  test('the glance tells negative residual load and the steepest evening ramp', async ({ page, hand }) => {
    await open(page, '/model')
    await expect(table(page)).toBeHidden()
    await hand.open(page.getByRole('tab', { name: 'Day at a glance' }))
    await expect(page).toHaveURL('/model?glance=final')
    await expect(page.locator('.leaflet-container')).toBeHidden()
    await expect(page.getByText('Final forecast at or below zero: Germany 12:00–14:00.')).toBeVisible()
    await expect(
      page.getByText('Steepest evening ramp: Germany, +17,655 MW in the 3 hours to 18:00.'),
    ).toBeVisible()
    await hand.press(page.getByRole('button', { name: /Table shows$/ }))
    await hand.take(page.getByRole('option', { name: 'Ramp over 3 hours' }))
    await expect(page).toHaveURL('/model?glance=ramp')
    const germany = table(page).getByRole('row', { name: /Germany/ })
    await expect(table(page).getByRole('columnheader', { name: '18:00' })).toBeVisible()
    const cell = germany.getByRole('gridcell').nth(18)
    await expect(cell).toHaveText('+17,655')
    // Figures that are wider than a cell are in gigawatts.
    await expect(page.getByText('GW', { exact: true })).toBeVisible()
    expect(await cell.evaluate((each) => each.scrollWidth > each.clientWidth)).toBe(false)
    await expect(germany.getByRole('gridcell').nth(12)).toHaveText(
      '−13,545, lowest final forecast, final forecast at or below zero',
    )

    if (hand.way === 'mouse') await cell.click()
    else {
      // One tab stop; the arrow keys move inside.
      const start = table(page).getByRole('gridcell').first()
      for (let step = 0; step < 40; step += 1) {
        if (await start.evaluate((element) => element === document.activeElement)) break
        await page.keyboard.press('Tab')
      }
      await expect(start).toBeFocused()
      const isGermany = () => germany.evaluate((row) => row.contains(document.activeElement))
      while (!(await isGermany())) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft')
      await expect(cell).toBeFocused()
      await page.keyboard.press('Enter')
    }
    await expect(page).toHaveURL('/model?glance=ramp&country=de&hour=18')
    await expect(cell).toHaveAttribute('aria-selected', 'true')
    await hand.expectAccessible()
    await page.reload()
    await expect(cell).toHaveAttribute('aria-selected', 'true')

    const { name, lines } = await saveFile(page, hand, 'Options for the day at a glance', 'Download CSV')
    expect(name).toMatch(/^glance_ramp_\d{4}-\d{2}-\d{2}\.csv$/)
    expect(lines[0]).toMatch(/Germany \(MW, Demo data\).*Poland \(MW, Demo data\)/)
    expect(lines.find((line) => line.includes(' 18:00'))).toMatch(/,17655,+3,/)
    // Only the map tab has this menu.
    const choice = page.getByRole('button', { name: /^Map shows: / })
    await expect(choice).toHaveCount(0)
    await page.getByRole('tab', { name: 'Map' }).click()
    await expect(choice).toBeVisible()
    const details = page.getByRole('region', { name: 'Data for: Germany' })
    await expect(details.getByText('30,000 MW at 18:00', { exact: true })).toBeVisible()
    await expect(details.getByRole('heading')).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('Selected: 18:00')).toBeVisible()
    await expect(table(page)).toBeHidden()
    await expect(page).toHaveURL('/model?country=de&hour=18')
    await page.goBack()
    await expect(table(page)).toBeVisible()
  })
})

test('countries have colours of their own range, differences one scale or theirs', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 900 })
  // An old link may contain an order and a scale.
  await open(page, '/model?glance=final&order=minimum&scale=common')
  const cellOf = (name: RegExp, hour: number) =>
    table(page).getByRole('row', { name }).getByRole('gridcell').nth(hour)
  await expect(cellOf(/Poland/, 0)).toHaveAttribute('data-tone', 'p0')
  await expect(cellOf(/Poland/, 23)).toHaveAttribute('data-tone', 'p5')
  await expect(cellOf(/Poland/, 0)).toHaveText('9,000, lowest final forecast')
  const drawn = await cellOf(/Poland/, 23).evaluate((cell) => ({
    text: getComputedStyle(cell, '::after').content,
    isCut: cell.scrollWidth > cell.clientWidth,
  }))
  expect(drawn.isCut).toBe(false)
  expect(drawn.text).toContain('9.0')
  await expect(page.getByText('GW', { exact: true })).toBeVisible()
  await expect(page.getByText('MW', { exact: true })).toBeHidden()
  await expect(page.getByText('final forecast at or below zero', { exact: true })).toHaveCount(1)
  await expect(page.getByText('Colour by country', { exact: true })).toBeHidden()
  // Whole figures of five digits fit their cells.
  await page.setViewportSize({ width: 1280, height: 900 })
  const germany = cellOf(/Germany/, 0)
  const figure = germany.getByText('12,345', { exact: true })
  expect((await boxOf(figure)).width).toBeLessThan((await boxOf(germany)).width)
  await page.setViewportSize({ width: 1024, height: 900 })
  await open(page, '/model?glance=ramp')
  await expect(cellOf(/Germany/, 18)).toHaveAttribute('data-tone', 'p5')
  await expect(cellOf(/Poland/, 18), '+3 MW').toHaveAttribute('data-tone', 'p0')
  await page.getByText('Colour by country', { exact: true }).click()
  await expect(page).toHaveURL('/model?glance=ramp&scale=country')
  await expect(cellOf(/Poland/, 18)).toHaveAttribute('data-tone', 'p5')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  // Without a comparison a sentence replaces the dashes.
  await page.route(`**${DAY_FORECAST_PATH}?*`, (route) => route.fulfill({ json: {} }))
  await page.getByRole('button', { name: /Table shows$/ }).click()
  await page.getByRole('option', { name: 'Change from the previous run' }).click()
  const glance = page.getByRole('region', { name: /^Day at a glance/ })
  await expect(glance.getByText(/^(There is no earlier run|Compared with)/)).toBeVisible()
  await expect(table(page)).toBeHidden()
})

test('the morning sheet has every country, as text and as files', async ({ page, hand }) => {
  await page.goto('/model?glance=against-today')
  await page.getByRole('button', { name: 'Change from today Table shows' }).click()
  await page.getByRole('option', { name: 'Morning sheet' }).click()
  await expect(page).toHaveURL('/model?glance=sheet')
  const sheet = page.getByRole('table', { name: 'Morning sheet, MW' })
  await expect(sheet.getByRole('row')).toHaveCount(1 + 14 * 4)
  const choices = page.getByRole('button', { name: /(Table shows|Countries)$/ })
  const tops = await choices.evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().top))
  expect(tops).toEqual([tops[0], tops[0]])
  const row = sheet
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'All together: Residual load' }) })
  const [base, toToday, , , , , highest, lowest] = await row.getByRole('cell').allTextContents()
  expect(toToday).toMatch(/^[+−][\d,]+$/)
  const mw = (text: string | undefined) => Number(/^[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''))
  expect(mw(lowest)).toBeLessThan(mw(base))
  expect(mw(highest)).toBeGreaterThan(mw(base))
  await expectAccessible(page)
  await chooseEntry(page, hand, 'Options for the morning sheet', 'Copy as text')
  await expect(page.getByText('Text copied')).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain(`All together, Residual load\t${base}\t${toToday}`)
  const { name } = await saveFile(page, hand, 'Options for the morning sheet', 'Download CSV')
  expect(name).toMatch(/^morning-sheet_.*\.csv$/)
  await sheet.getByRole('button', { name: 'Poland' }).click()
  await expect(page).toHaveURL('/model?glance=sheet&country=pl')
  await page.getByRole('button', { name: /Countries$/ }).click()
  await page.getByRole('option', { name: 'Poland' }).click()
  await expect(sheet.getByRole('row')).toHaveCount(1 + 2 * 4)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the morning sheet shows one figure of every country, not scrolling sideways', async ({ page }) => {
    await page.goto('/model?glance=sheet')
    const sheet = page.getByRole('table', { name: 'Morning sheet, MW' })
    await expect(sheet.getByRole('columnheader')).toHaveText([
      'Country',
      'Residual load',
      'Load',
      'Solar',
      'Wind',
    ])
    // Each quantity has its colour.
    await expect(sheet.getByRole('columnheader').locator('[style*="--curve-"]')).toHaveCount(4)
    await expect(sheet.getByRole('row')).toHaveCount(1 + 14)
    await page.getByRole('button', { name: 'Base Figure' }).tap()
    await page.getByRole('option', { name: 'Highest' }).tap()
    const row = sheet.getByRole('row', { name: /Poland/ })
    await expect(row.getByRole('cell').first()).toHaveText(/^[\d,]+ \d\d:00$/)
    const isCut = await sheet.evaluate((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0))
    expect(isCut).toBe(false)
    await row.getByRole('button', { name: 'Poland' }).tap()
    await expect(page).toHaveURL('/model?glance=sheet&country=pl')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  test('a cell of the day at a glance tells its figures when it is touched', async ({ page }) => {
    await open(page, '/model?glance=final')
    const cell = table(page)
      .getByRole('row', { name: /Germany/ })
      .getByRole('gridcell')
      .nth(2)
    await cell.tap()
    const panel = page.getByRole('region', { name: /^Day at a glance/ })
    await expect(panel.getByText('Germany, 02:00')).toBeVisible()
    await expect(panel.getByText('Final forecast 12,345 MW')).toBeVisible()
    await expect(page).toHaveURL(/country=de/)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
