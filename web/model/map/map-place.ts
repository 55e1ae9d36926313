/** The accessible name of the map. */
export const MAP_LABEL = 'Map of the forecast'

const KEY = 'modelMapPlace'

/** Where the map stood in the page, CSS pixels from its top left corner. */
export interface MapPlace {
  left: number
  top: number
  width: number
}

/**
 * Remembers where the map stands in the next frame: what is above it differs with the width of the window. The browser measures it
 * for that frame anyway. Returns a function that cancels it.
 */
export function keepMapPlace(map: Element): () => void {
  const observer = new IntersectionObserver(([entry]) => {
    observer.disconnect()
    if (entry === undefined) return
    const { left, top, width } = entry.boundingClientRect
    write({ windowWidth: innerWidth, left: left + scrollX, top: top + scrollY, width })
  })
  observer.observe(map)
  return () => observer.disconnect()
}

function write(place: MapPlace & { windowWidth: number }): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(place))
  } catch {
    // Storage may be blocked or full: then the map comes with the page.
  }
}

/** Where the map stood last in a window of this width; null if that is not known. */
export function readMapPlace(): MapPlace | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isPlace(kept) && kept.windowWidth === innerWidth ? kept : null
  } catch {
    return null
  }
}

function isPlace(value: unknown): value is MapPlace & { windowWidth: number } {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  return ['windowWidth', 'left', 'top', 'width'].every((name) => Number.isFinite(fields.get(name)))
}
