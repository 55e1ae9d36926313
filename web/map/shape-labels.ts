import { type LatLngExpression, type Map as LeafletMap, type Tooltip, tooltip } from 'leaflet'

import { freeLabels } from './label-places.ts'

interface ShownLabel {
  tooltip: Tooltip
  text: Text
  place: LatLngExpression
  room: number
}

/** Labels on a map, by shape. Overlapping labels with less room are hidden. */
export function createShapeLabels(map: LeafletMap) {
  const shown = new Map<string, ShownLabel>()
  let selectedKey: string | null = null
  /** Labels were added or removed since the last `space`. */
  let hasOthers = false

  function mark(key: string | null, isSelected: boolean): void {
    const element = shown.get(key ?? '')?.tooltip.getElement()
    element?.classList.toggle('is-selected', isSelected)
  }

  function space(): void {
    hasOthers = false
    const free = freeLabels(
      [...shown].map(([key, { place, room }]) => {
        const { x, y } = map.latLngToLayerPoint(place)
        return { key, x, y, room }
      }),
    )
    for (const [key, label] of shown)
      label.tooltip.getElement()?.classList.toggle('is-covered', !free.has(key))
  }
  map.on('zoomend', space)

  return {
    /** `null` removes a label. `spaceOthers` then hides or shows others. */
    set(key: string, words: string | null, { place, room }: Pick<ShownLabel, 'place' | 'room'>) {
      const label = shown.get(key)
      if (words === null) {
        label?.tooltip.remove()
        hasOthers = shown.delete(key) || hasOthers
      } else if (label !== undefined) {
        // A fixed width (map.css), so that a new text does not need a layout.
        label.text.data = words
      } else {
        const text = document.createTextNode(words)
        const content = document.createElement('span')
        content.append(text)
        const options = { permanent: true, direction: 'center', className: 'map-label', opacity: 1 } as const
        shown.set(key, { tooltip: tooltip(place, { ...options, content }).addTo(map), text, place, room })
        hasOthers = true
        if (key === selectedKey) mark(key, true)
      }
    },
    select(key: string | null) {
      mark(selectedKey, false)
      selectedKey = key
      mark(key, true)
    },
    spaceOthers() {
      if (hasOthers) space()
    },
  }
}
