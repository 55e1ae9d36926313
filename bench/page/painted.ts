import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** When the last pointer was released, and when each awaited element was on the screen; milliseconds since the navigation. */
    releasedAtMs: number
    paintedAtMs: number[]
  }
}

/** What stands for a chart on the screen, in the product and on the page of the bare engine alike. */
export const CHART = '.u-over'

/**
 * For `page.addInitScript`: notes when elements that match a selector are on the screen, also those that were in the page before, but
 * hidden. It must not use anything from outside.
 */
export function notePainted(selector: string): void {
  window.releasedAtMs = Number.NaN
  window.paintedAtMs = []
  let shown = new Set<Element>()
  addEventListener('pointerup', ({ timeStamp }) => (window.releasedAtMs = timeStamp), { capture: true })
  const afterPaint = () => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      // Reading a pixel makes sure that every canvas has been drawn.
      for (const canvas of document.querySelectorAll('canvas'))
        canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
      window.paintedAtMs.push(performance.now())
      port1.close()
    })
    port1.start()
    requestAnimationFrame(() => port2.postMessage(null))
  }
  new MutationObserver(() => {
    const before = shown
    shown = new Set(
      [...document.querySelectorAll(selector)].filter((element) => element.closest('[hidden]') === null),
    )
    for (const element of shown) if (!before.has(element)) afterPaint()
  }).observe(document, { childList: true, attributeFilter: ['hidden'], subtree: true })
}

/**
 * Waits until so many elements are on the screen, and returns their times. `waitForFunction` would put a large script into the page
 * while it still loads.
 */
export function untilPainted(page: Page, count = 1): Promise<number[]> {
  return page.evaluate(
    (least) =>
      new Promise<number[]>((resolve) => {
        const look = () => {
          if (window.paintedAtMs.length >= least) resolve(window.paintedAtMs)
          else setTimeout(look, 10)
        }
        look()
      }),
    count,
  )
}
