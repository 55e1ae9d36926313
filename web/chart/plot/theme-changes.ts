const listeners = new Set<() => void>()
let stopWatching: (() => void) | null = null

function notify() {
  for (const listener of listeners) listener()
}

function watch(): () => void {
  const observer = new MutationObserver(notify)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'data-theme'] })
  // Text that was drawn in a fallback font is drawn again in the real one.
  document.fonts.addEventListener('loadingdone', notify)
  return () => {
    observer.disconnect()
    document.fonts.removeEventListener('loadingdone', notify)
  }
}

/**
 * Calls back when the page's theme or its loaded fonts change. One observer serves every chart.
 * Returns the function that stops it.
 */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener)
  stopWatching ??= watch()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stopWatching?.()
    stopWatching = null
  }
}
