export const FRAME_START = 'frame-start'
export const FRAME_END = 'frame-end'

/**
 * Does something in an animation frame. Marks its start and the moment after painting in the trace, so that script, style,
 * layout and paint are between the marks.
 */
export function markFrame(act: () => void, finish: () => void = () => {}): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => {
        finish()
        performance.mark(FRAME_END)
        port1.close()
        resolve()
      })
      port1.start()
      performance.mark(FRAME_START)
      // Sent first, the message arrives right after this frame is painted, before any other deferred work.
      port2.postMessage(null)
      act()
    })
  })
}

/** Does something in an animation frame and marks only its script in the trace, without painting. */
export function markScript(act: () => void): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      performance.mark(FRAME_START)
      act()
      performance.mark(FRAME_END)
      // Not before the frame is drawn.
      setTimeout(resolve)
    })
  })
}

/** Reading a pixel makes sure that every canvas has been drawn. */
export function finishCanvases(): void {
  for (const canvas of document.querySelectorAll('canvas')) canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
}

/** Waits until the browser has finished deferred work. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 60)
  })
}
