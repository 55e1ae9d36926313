import { type LatLngExpression, type Map as LeafletMap, type Tooltip, tooltip } from 'leaflet'

import { freeLabels } from './label-places.ts'

/** A label that stands on a shape. */
interface ShownLabel {
  tooltip: Tooltip
  text: Text
  place: LatLngExpression
  room: number
}

/** The labels on a map, by the key of their shape. Where there is no room for all, the ones with least room hide. */
export function createShapeLabels(map: LeafletMap) {
  const shown = new Map<string, ShownLabel>()
  let selectedKey: string | null = null
  /** A label was added or removed since the labels were last spaced. */
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
    /** Sets the words of a label at a place; null removes it. Nothing moves before `spaceOthers`. */
    set(key: string, words: string | null, { place, room }: Pick<ShownLabel, 'place' | 'room'>) {
      const label = shown.get(key)
      if (words === null) {
        label?.tooltip.remove()
        hasOthers = shown.delete(key) || hasOthers
      } else if (label !== undefined) {
        // The label has a fixed width (map.css), so that a new text moves nothing.
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
    /** Spaces the labels if others are shown than before. */
    spaceOthers() {
      if (hasOthers) space()
    },
  }
}
