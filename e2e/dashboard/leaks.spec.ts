import type { CDPSession, Page } from '@playwright/test'

import { card, chart, runButton, titles } from '#e2e/testing/cards.ts'
import { answerHours, QUERY } from '#e2e/testing/graphs.ts'
import { expect, test } from '#e2e/testing/test.ts'

/** LEAK_ROUNDS=200 for a manual long run. */
const ROUNDS = Number(process.env['LEAK_ROUNDS'] ?? 12)
/** The JavaScript engine compiles code for a hundred rounds, which takes more memory than any leak. */
const WARM_UPS = ROUNDS < 100 ? 8 : 100
/** LEAK_HOURS=8 for a manual long run. */
const HOURS = Number(process.env['LEAK_HOURS'] ?? 2)
/** Bytes. Few rounds include code that is still being compiled. */
const MAX_HEAP_PER_ROUND = ROUNDS < 100 ? 200_000 : 10_000
const MINUTE_MS = 60_000
const TIME_FOR_A_ROUND_MS = 10_000

// A trace retains removed elements.
test.use({ trace: 'off' })

interface Held {
  nodes: number
  listeners: number
  heapBytes: number
}

/** Nodes, listeners and memory of the page after a garbage collection. */
async function heldBy(cdp: CDPSession): Promise<Held> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN
  return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heapBytes: of('JSHeapUsedSize') }
}

async function openMeter(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  return cdp
}

test('a graph that is removed leaves nothing behind', async ({ page }) => {
  test.setTimeout(180_000 + ROUNDS * TIME_FOR_A_ROUND_MS)
  const cdp = await openMeter(page)
  await page.route(QUERY, answerHours)
  await page.goto('/dashboard')
  const round = async () => {
    await page.getByRole('button', { name: 'Add Graph' }).click()
    await runButton(page, 2).click()
    await chart(page, 2).hover()
    await expect(page.locator('.chart-tooltip-shown')).toBeVisible()
    await card(page, 2).getByRole('button', { name: 'Remove graph 2' }).click()
    await expect(titles(page)).toHaveCount(1)
  }
  for (let count = 0; count < WARM_UPS; count += 1) await round()
  // From the first overlay on, which may be a tooltip, React has 144 more listeners on the body.
  await page.getByRole('button', { name: 'Dashboards', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  const before = await heldBy(cdp)
  for (let count = 0; count < ROUNDS; count += 1) await round()
  // A graph has some 300 nodes and 25 listeners. The last few may be retained for a while; a leak would retain all.
  const growth = async () => {
    const after = await heldBy(cdp)
    const nodes = after.nodes - before.nodes
    const listeners = after.listeners - before.listeners
    const heapARound = Math.round((after.heapBytes - before.heapBytes) / ROUNDS)
    const description = `${nodes} nodes, ${listeners} listeners, ${heapARound} bytes a round`
    test.info().annotations.push({ type: `after ${ROUNDS} rounds`, description })
    const graphsHeld = Math.max(nodes / 300, listeners / 25)
    return graphsHeld < 4 && heapARound < MAX_HEAP_PER_ROUND ? 'nothing is left' : description
  }
  await expect.poll(growth).toBe('nothing is left')
})

test('hours on one page do not make it grow', async ({ page }) => {
  test.setTimeout(180_000 + HOURS * 60_000)
  await page.clock.install()
  // The session must outlast the test.
  await page.addInitScript(() => localStorage.setItem('authTokenExpiry', String(Date.now() + 864e5)))
  const cdp = await openMeter(page)
  await page.route(QUERY, answerHours)
  await page.goto('/dashboard')
  await runButton(page).click()
  await expect(chart(page)).toBeVisible()
  const passHour = async () => {
    for (let minute = 0; minute < 60; minute += 1) await page.clock.fastForward(MINUTE_MS)
  }
  await passHour()
  const before = await heldBy(cdp)
  for (let hour = 1; hour < HOURS; hour += 1) await passHour()
  const after = await heldBy(cdp)
  const figures = `heap ${before.heapBytes} to ${after.heapBytes} bytes, ${after.nodes - before.nodes} nodes, ${after.listeners - before.listeners} listeners`
  test.info().annotations.push({ type: `${HOURS} hours`, description: figures })
  expect(after.heapBytes, figures).toBeLessThan(before.heapBytes * 1.2)
  await expect(chart(page)).toBeVisible()
})
