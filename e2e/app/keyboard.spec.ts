import type { Page } from '@playwright/test'

import { test } from '#e2e/testing/hand.ts'
import { answerWithEntries, PAGES } from '#e2e/testing/pages.ts'
import { expect } from '#e2e/testing/test.ts'

declare global {
  interface Window {
    /** Controls not focused yet, with their look without focus. */
    unreached?: Map<Element, string>
    lookOf?: (control: Element) => string
  }
}

const MAX_STOPS = 400

/** Records every control that a user can see and use. */
async function noteControls(page: Page): Promise<void> {
  await page.evaluate(() => {
    // Radio buttons and switches show their label, not their input.
    const partsOf = (control: Element) => {
      const label = control.closest('label')
      return label === null ? [control] : [label, ...label.querySelectorAll(':not(input)')]
    }
    const lookOf = (control: Element) =>
      partsOf(control)
        .map((part) => {
          const { outline, boxShadow } = getComputedStyle(part)
          return outline + boxShadow
        })
        .join()
    const isUsed = (control: Element) =>
      (control.closest('label') ?? control).checkVisibility({ visibilityProperty: true }) &&
      !control.matches(':disabled') &&
      control.closest('[inert], [aria-hidden="true"]') === null
    const controls = [...document.querySelectorAll('a[href], button, input, select, [role="application"]')]
    window.lookOf = lookOf
    window.unreached = new Map(controls.filter(isUsed).map((control) => [control, lookOf(control)]))
  })
}

/**
 * What is wrong with the focused control: empty if right, `null` if the page has been left. Reaches all members of a group with one tab
 * stop, where arrow keys move between them.
 */
const judgeFocus = (page: Page) =>
  page.evaluate(() => {
    const { unreached, lookOf, document } = window
    const control = document.activeElement
    if (control === null || control === document.body) return null
    const name = control.getAttribute('aria-label') ?? control.textContent ?? control.tagName
    const before = unreached?.get(control)
    const group = control.closest('[role="radiogroup"], [role="tablist"], [role="grid"], table')
    for (const other of unreached?.keys() ?? [])
      if (other === control || (group?.contains(other) && other.matches('[tabindex="-1"], [type="radio"]')))
        unreached?.delete(other)
    // Only the label of a switch and the thumb of a slider are visible.
    const around = control.closest('label, [data-rac][role="group"]') ?? control
    const box = around.getBoundingClientRect()
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    if (!around.contains(top) && !top?.contains(around))
      return `${name} is covered by ${top?.outerHTML.slice(0, 80)}`
    return before !== undefined && before === lookOf?.(control) ? `${name} does not show its focus` : ''
  })

for (const width of [1280, 390])
  test(`Tab reaches every control of every page, in sight and marked, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.route('**/energia/**', answerWithEntries)
    for (const { path, ready } of PAGES) {
      await page.goto(path)
      await ready(page)
      // What is loading covers what it replaces.
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await noteControls(page)
      const faults: string[] = []
      let fault: string | null = ''
      for (let stop = 0; fault !== null && stop < MAX_STOPS; stop += 1) {
        await page.keyboard.press('Tab')
        fault = await judgeFocus(page)
        if (fault) faults.push(fault)
      }
      if (fault !== null) faults.push('Tab does not lead out of the page')
      const unreached = await page.evaluate(() =>
        [...(window.unreached?.keys() ?? [])].flatMap((control) =>
          control.isConnected ? control.outerHTML : [],
        ),
      )
      expect.soft({ path, faults, unreached }).toEqual({ path, faults: [], unreached: [] })
    }
  })
