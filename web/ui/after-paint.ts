/** Calls back once the next frame is painted. Returns a function that cancels it. */
export function afterPaint(callback: () => void): () => void {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    port1.close()
    callback()
  })
  port1.start()
  // Sent from within a frame, the message arrives right after it is painted.
  const frame = requestAnimationFrame(() => port2.postMessage(null))
  return () => {
    cancelAnimationFrame(frame)
    port1.close()
  }
}
