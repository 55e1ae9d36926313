import { expect, test } from 'vitest'

const sheets: Record<string, string> = import.meta.glob('/web/**/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/**
 * Each list, menu and dialog is appended to the page and so takes the place of its last child. Where a rule goes on from there to what is
 * inside, the browser computes the styles of the whole page again.
 */
test('no rule leads from a last child to what is inside it', () => {
  const selectors = Object.entries(sheets).flatMap(([file, css]) =>
    [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/[^{};,]+(?=[{,])/g)].map(
      ([selector]) => `${file}: ${selector.trim()}`,
    ),
  )
  expect(selectors.length).toBeGreaterThan(100)
  expect(selectors.filter((selector) => /:last-child\s*[\s>+~]/.test(selector))).toEqual([])
})
