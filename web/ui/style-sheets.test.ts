import { expect, test } from 'vitest'

const sheets: Record<string, string> = import.meta.glob('/web/**/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/**
 * Lists, menus and dialogs are appended to the page and become its last child. A rule from there to descendants makes the browser recompute
 * the styles of the whole page.
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
