/** True if an element lost the focus because it went away or was disabled, not because the user moved on. */
const isGone = (element: Element) => !element.isConnected || element.matches(':disabled')

/** When the element with the focus goes away, the nearest place around it gets it, so that Escape and Tab work. A button that was disabled gets it back. */
export function keepFocus(): void {
  /** The element that had the focus last, and those around it. */
  let places: readonly HTMLElement[] = []
  document.addEventListener('focusin', ({ target }) => {
    places = []
    for (let place = target; place instanceof HTMLElement; place = place.parentElement)
      if (place === target || place.hasAttribute('tabindex')) places = [...places, place]
  })
  document.addEventListener('focusout', () =>
    queueMicrotask(() => {
      const [last] = places
      if (document.activeElement === document.body && last !== undefined && !isGone(last)) places = []
    }),
  )
  new MutationObserver(() => {
    if (document.activeElement !== document.body) return
    places = places.filter((place) => place.isConnected)
    if (places[0]?.matches(':disabled') === false) places[0].focus({ preventScroll: true })
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}
