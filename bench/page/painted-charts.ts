declare global {
  interface Window {
    /** When the last pointer was released, and when each chart was on the screen; milliseconds since the page began to load. */
    releasedAtMs: number
    chartsPaintedAtMs: number[]
  }
}

/**
 * For `page.addInitScript`: notes when charts are on the screen, in the product and on the page of the bare engine alike. It must
 * not use anything from outside.
 */
export function notePaintedCharts(): void {
  window.releasedAtMs = Number.NaN
  window.chartsPaintedAtMs = []
  const holdsChart = (node: Node) => node instanceof Element && node.querySelector('.u-over') !== null
  addEventListener('pointerup', ({ timeStamp }) => (window.releasedAtMs = timeStamp), { capture: true })
  const afterPaint = () => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      // Reading a pixel makes sure that every canvas has been drawn.
      for (const canvas of document.querySelectorAll('canvas'))
        canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
      window.chartsPaintedAtMs.push(performance.now())
      port1.close()
    })
    port1.start()
    requestAnimationFrame(() => port2.postMessage(null))
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) if ([...addedNodes].some(holdsChart)) afterPaint()
  }).observe(document, { childList: true, subtree: true })
}
