import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

import { expect } from './test.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules that depend on the theme's colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Expects no violation of WCAG 2.2 AA in axe-core: all rules in the current theme, colour rules also in the other theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE)
  await expectNoViolation(page, { type: 'tag', values: TAGS })
  const theme = await themeOf(page)
  const other = theme === 'dark' ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: other })
  await expect.poll(() => themeOf(page)).toBe(other)
  await untilAtRest(page)
  await expectNoViolation(page, { type: 'rule', values: COLOUR_RULES })
  await page.emulateMedia({ colorScheme: theme })
  await expect.poll(() => themeOf(page)).toBe(theme)
}

/** Waits until no colour changes between themes. Animations bound to a scroll bar never end. */
async function untilAtRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .every((each) => each.effect?.getComputedTiming().endTime === Infinity),
  )
}

function themeOf(page: Page): Promise<'dark' | 'light'> {
  return page.evaluate(() => (document.documentElement.classList.contains('dark') ? 'dark' : 'light'))
}

async function expectNoViolation(page: Page, runOnly: { type: string; values: string[] }): Promise<void> {
  const violations = await page.evaluate(async (rules) => {
    const results = await window.axe.run({ runOnly: rules, resultTypes: ['violations'] })
    // Only these leave the page: passing elements would be many times as much text.
    return results.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} · ${failureSummary ?? ''}`),
    }))
  }, runOnly)
  expect(violations).toEqual([])
}

/** No sideways scrolling. After a window change charts follow in the next frame. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
}

declare global {
  interface Window {
    axe: { run(options: unknown): Promise<AxeResults> }
  }
}
