import type { Page } from '@playwright/test'

import { STATUS_PATH } from '#contract/status.ts'
import { shownControls } from '#e2e/testing/boxes.ts'
import { recordedTexts, recordTexts } from '#e2e/testing/canvas.ts'
import {
  card,
  chart,
  chooseFilter,
  chooseForm,
  chooseFromMenu,
  curveButton,
  downloadText,
  runQuery,
  switchOption,
  titles,
  download,
} from '#e2e/testing/cards.ts'
import { answerHours, QUERY } from '#e2e/testing/graphs.ts'
import { inBothWays, test } from '#e2e/testing/hand.ts'
import { holdCalls } from '#e2e/testing/hold-calls.ts'
import { expect } from '#e2e/testing/test.ts'

async function widthOf(page: Page, part = card(page)): Promise<number> {
  return (await part.boundingBox())?.width ?? 0
}

test.beforeEach(async ({ page }) => {
  await page.route(QUERY, answerHours)
  await page.goto('/dashboard')
})

inBothWays(() => {
  test('duplicates a card, moves it down and up, and makes it half as wide', async ({ page, hand }) => {
    await chooseFilter(page, hand, 'Area', /Poland/)
    await runQuery(page, hand)
    // With open filters.
    await expect.poll(() => shownControls(card(page))).toBeGreaterThan(10)
    expect(await shownControls(card(page))).toBeLessThanOrEqual(20)
    await chooseFromMenu(page, hand, 'Duplicate')
    await expect(titles(page)).toHaveText(['Graph #1', 'Graph #2'])
    await expect(card(page, 2).getByRole('button', { name: /Poland/ })).toBeVisible()
    await expect(chart(page, 2)).toBeVisible()

    const isWind = (position: number) => card(page, position).getByRole('radio', { name: 'Wind' })
    await hand.choose(isWind(1))
    await chooseFromMenu(page, hand, 'Move down')
    await expect(isWind(2)).toBeChecked()
    await expect(isWind(1)).not.toBeChecked()
    await chooseFromMenu(page, hand, 'Move up', 2)
    await expect(isWind(1)).toBeChecked()

    const full = await widthOf(page)
    await hand.press(page.getByRole('button', { name: 'Half width of graph 1' }))
    await hand.press(page.getByRole('button', { name: 'Half width of graph 2' }))
    await expect.poll(() => widthOf(page)).toBeLessThan(full * 0.6)
    const topOf = async (position: number) => (await card(page, position).boundingBox())?.y
    await expect.poll(async () => (await topOf(1)) === (await topOf(2))).toBe(true)
    await hand.expectAccessible()
    await hand.press(page.getByRole('button', { name: 'Full width of graph 1' }))
    await expect.poll(() => widthOf(page)).toBe(full)

    await hand.press(page.getByRole('button', { name: 'Options of graph 1' }))
    await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeDisabled()
    expect(await page.getByRole('menuitem').count()).toBeLessThanOrEqual(8)
    await hand.expectAccessible()
  })
})

test('begins an alert above the highest value of an hourly card of one area', async ({ page, hand }) => {
  const entry = page.getByRole('menuitem', { name: 'Alert me above …' })
  await chooseFilter(page, hand, 'Time range', /Hourly/)
  await hand.press(page.getByRole('button', { name: 'Options of graph 1' }))
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  await expect(entry, 'a group has no alerts').toHaveCount(0)
  await page.keyboard.press('Escape')

  const data = { '2026-03-28T23:00:00Z': 2345.6, '2026-03-29T00:00:00Z': null, '2026-03-29T01:00:00Z': 900 }
  await page.route(QUERY, (route) => route.fulfill({ json: { Actual: { data } } }))
  await chooseFilter(page, hand, 'Area', /Poland/)
  await hand.choose(card(page).getByRole('radio', { name: 'Wind' }))
  await runQuery(page, hand)
  await chooseFromMenu(page, hand, 'Alert me above …')
  const panel = page.getByRole('region', { name: 'Alerts', exact: true })
  await expect(
    panel.getByText('Wind, forecast, in Poland above 2,346 MW in the next 24 hours.'),
  ).toBeVisible()
})

test('the table shows the figures by pages and is as wide as its content', async ({ page, hand }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await runQuery(page, hand)
  await chooseForm(page, hand, 'Table')
  await expect(chart(page)).toBeHidden()
  await expect(card(page).getByRole('row').nth(1).getByRole('cell')).toHaveText('1,000')
  const lowest = card(page)
    .getByRole('row', { name: /^Minimum/ })
    .getByRole('cell')
  await expect(lowest).toHaveText(/^1,000\s*[A-Z][a-z]{2} \d/)
  await expect(card(page).getByRole('columnheader').first()).toHaveText(
    /^Time \((\d{4}\/)?\d{4}, Europe\/Berlin, CES?T(\/CES?T)?\)$/,
  )
  const widthPx = (part: string) => widthOf(page, card(page).locator(part))
  expect(await widthPx('.chart-table-scroll')).toBeLessThan((await widthPx('.chart-table table')) + 20)
  expect(await widthPx('.chart-table')).toBeGreaterThan(700)
  await hand.press(card(page).getByRole('button', { name: 'Next page' }))
  await expect(card(page).getByText(/^Rows 169–/)).toBeVisible()
  await hand.expectAccessible()
  await chooseForm(page, hand, 'Table')
  await expect(chart(page)).toBeVisible()
})

test('CSV has UTC and local stamps, and the form that was chosen', async ({ page, hand }) => {
  const data = { '2026-03-28T23:00:00Z': 1.5, '2026-03-29T00:00:00Z': null, '2026-03-29T01:00:00Z': 0 }
  await page.route(QUERY, (route) => route.fulfill({ json: { Actual: { data }, '=1+1': { data } } }))
  await runQuery(page, hand)
  const { name, bytes } = await download(page, hand, 'Download CSV')
  expect(name).toMatch(/^residual-load_CWE_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/)
  expect(bytes.toString().replace('\uFEFF', '').split('\r\n')).toEqual([
    `time_utc,time_local (Europe/Berlin),"Actual (MW, Demo data)","'=1+1 (MW, Demo data)"`,
    '2026-03-28T23:00:00Z,2026-03-29 00:00+01:00,1.5,1.5',
    '2026-03-29T00:00:00Z,2026-03-29 01:00+01:00,,',
    '2026-03-29T01:00:00Z,2026-03-29 03:00+02:00,0,0',
    '',
  ])

  await switchOption(page, hand, 'Decimal commas in CSV')
  await switchOption(page, hand, 'Times for Excel in CSV')
  // A download waits until the source of the values is known.
  const release = await holdCalls(page, `**${STATUS_PATH}`)
  await page.reload()
  await expect(chart(page)).toBeVisible()
  const later = download(page, hand, 'Download CSV')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  release()
  const [header, first] = (await later).lines
  expect(header).toContain('time_utc;time_local (Europe/Berlin);Actual (MW, Demo data)')
  expect(first).toBe('2026-03-28 23:00;2026-03-29 00:00;1,5;1,5')
  await switchOption(page, hand, 'Decimal commas in CSV', false)
  expect(await downloadText(page, hand, 'Download CSV')).toContain('2026-03-29 00:00,1.5')
})

test('PNG is a picture of the chart, in its theme or on a light ground', async ({ page, hand }) => {
  const take = async () => {
    const { name, bytes } = await download(page, hand, 'Download PNG')
    expect(name).toMatch(/\.png$/)
    return bytes
  }
  const isLight = (picture: Buffer) =>
    page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes]))
      const pen = new OffscreenCanvas(1, 1).getContext('2d')
      pen?.drawImage(image, 0, 0)
      return (pen?.getImageData(0, 0, 1, 1).data[0] ?? 0) > 200
    }, picture.toString('base64'))

  await recordTexts(page)
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.reload()
  await runQuery(page, hand)
  const all = await take()
  expect(all.subarray(1, 4).toString()).toBe('PNG')
  expect(all.readUInt32BE(16)).toBeGreaterThan(1000)
  expect(await isLight(all)).toBe(false)
  const texts = await recordedTexts(page)
  expect(texts.filter((text) => /Europe\/Berlin, CES?T/.test(text))).toHaveLength(1)
  expect(texts).toContain('Demo data: these values are invented.')

  await hand.press(curveButton(page, 'Actual'))
  expect((await take()).byteLength).toBeLessThan(all.byteLength)
  await switchOption(page, hand, 'PNG on a light ground')
  expect(await isLight(await take())).toBe(true)
  await expect(page.locator('html')).toHaveClass(/dark/)
  await switchOption(page, hand, 'PNG on a light ground', false)
  expect(await isLight(await take())).toBe(false)
})

test('copies a link to this card alone, which runs its query', async ({ page, hand }) => {
  await chooseFilter(page, hand, 'Area', /Austria/)
  await chooseFilter(page, hand, 'Time range', /Hourly/)
  await runQuery(page, hand)
  await hand.press(page.getByRole('button', { name: 'Add Graph' }))
  await chooseFromMenu(page, hand, 'Copy link')
  await expect(card(page).getByText('Link copied')).toBeVisible()
  await hand.expectAccessible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/dashboard\?v=1&g=AT,residual,H,[-\d]+T00:00,[-\d]+T23:59,run&tz=Europe\/Berlin$/,
  )
})

test('a report that follows another has its whole time', async ({ page, hand }) => {
  await page.clock.install()
  await page.reload()
  await runQuery(page, hand)
  const report = card(page).getByText('Link copied')
  for (let copies = 0; copies < 2; copies += 1) {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await chooseFromMenu(page, hand, 'Copy link')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('')
    await expect(report).toBeVisible()
    await page.clock.runFor(2500)
  }
  await expect(report).toBeVisible()
  await page.clock.runFor(4000)
  await expect(report).toBeHidden()
})
