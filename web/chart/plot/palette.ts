/** The specification's palette. It starts over after nine curves. */
export const PALETTE_SIZE = 9

/** The opacity of a curve of another period. */
export const DIMMED_ALPHA = 0.65

/** The CSS variable of a curve's colour. Each theme gives it its own value (chart.css). */
export function curveVariable(colourIndex: number): string {
  return `--curve-${colourIndex % PALETTE_SIZE}`
}

/** What a canvas needs of the current theme. */
export interface ChartColours {
  /** `#rrggbb`, by palette index. */
  curves: readonly string[]
  ink: string
  inkMuted: string
  line: string
  lineStrong: string
  surface: string
  accent: string
  caution: string
  fontFamily: string
}

/** Reads the theme's values at an element, because a canvas cannot resolve `var(…)`. */
export function readColours(element: Element): ChartColours {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    curves: Array.from({ length: PALETTE_SIZE }, (_, index) => read(curveVariable(index))),
    ink: read('--ink'),
    inkMuted: read('--ink-muted'),
    line: read('--line'),
    lineStrong: read('--line-strong'),
    surface: read('--surface'),
    accent: read('--accent'),
    caution: read('--caution'),
    fontFamily: style.fontFamily,
  }
}

/** Calls back when the page's theme or its loaded fonts change. Returns the function that stops it. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'data-theme'] })
  // Text that was drawn in a fallback font is drawn again in the real one.
  document.fonts.addEventListener('loadingdone', listener)
  return () => {
    observer.disconnect()
    document.fonts.removeEventListener('loadingdone', listener)
  }
}
