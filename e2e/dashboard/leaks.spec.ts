import type { CDPSession } from '@playwright/test'

import { answerHours, card, chart, QUERY, runButton, titles } from '#e2e/testing/graphs.ts'
import { expect, test } from '#e2e/testing/test.ts'

const WARM_UPS = 8
const ROUNDS = 12

// A trace keeps what was on the page.
test.use({ trace: 'off' })

/** What the page holds once all that can go has gone. */
async function heldBy(cdp: CDPSession): Promise<{ nodes: number; listeners: number }> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { nodes: valueOf('Nodes'), listeners: valueOf('JSEventListeners') }
}

test('a graph that is removed leaves nothing behind', async ({ signedIn: page, context }) => {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
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
  const before = await heldBy(cdp)
  for (let count = 0; count < ROUNDS; count += 1) await round()
  // A graph has some 300 nodes and 25 listeners. The last few may still be held for a while; a leak would be all of them, forever.
  const graphsHeld = async () => {
    const after = await heldBy(cdp)
    return Math.max((after.nodes - before.nodes) / 300, (after.listeners - before.listeners) / 25)
  }
  await expect.poll(graphsHeld).toBeLessThan(ROUNDS / 3)
})
