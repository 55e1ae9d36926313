export const FRAME_START = 'frame-start'
export const FRAME_END = 'frame-end'

/**
 * Does something in an animation frame and marks, for a trace, where its work starts and where the frame is painted:
 * script, style, layout and paint lie between.
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
      // Sent first, it comes right after this frame is painted, before anything that is put off until then.
      port2.postMessage(null)
      act()
    })
  })
}

/** Does something in an animation frame and marks, for a trace, its script alone: what is drawn of it comes after. */
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

/** Reading a pixel makes sure that no canvas is still to be drawn. */
export function finishCanvases(): void {
  for (const canvas of document.querySelectorAll('canvas')) canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
}

/** Lets the browser finish what it put off. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 60)
  })
}
