import { startTransition, useEffect, useState } from 'react'

/** False until a component's first frame is on the screen: what waits gives way to input. Only for what moves nothing when it comes. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return isPainted
}

/** Calls back in a task of its own, so that a user's input and a frame can come before. Returns a function that cancels it. */
function inNextTask(callback: () => void): () => void {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    port1.close()
    callback()
  })
  port1.start()
  port2.postMessage(null)
  return () => port1.close()
}

/** Calls back once the next frame is painted. Returns a function that cancels it. */
export function afterPaint(callback: () => void): () => void {
  let cancel = () => {}
  // Sent from within a frame, the message arrives right after it is painted.
  const frame = requestAnimationFrame(() => (cancel = inNextTask(callback)))
  return () => {
    cancelAnimationFrame(frame)
    cancel()
  }
}
