/** Removed or disabled, rather than left by the user. */
const isGone = (element: Element) => !element.isConnected || element.matches(':disabled')

/** Moves the focus of a removed element to its nearest focusable ancestor, so that Escape and Tab work. A disabled button gets it back. */
export function keepFocus(): void {
  /** The last focused element and its focusable ancestors. */
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
