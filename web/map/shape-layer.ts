import {
  type LatLngExpression,
  type Map as LeafletMap,
  type Polygon,
  polygon,
  type Tooltip,
  tooltip,
} from 'leaflet'

import { freeLabels } from './label-places.ts'
import type { MapShape, Position } from './map-shapes.ts'
import { haloStyle, type MapColours, pathStyle, PLAIN_LAND, type ShapePaint } from './shape-paint.ts'

interface DrawnShape {
  shape: MapShape
  path: Polygon
  paint: ShapePaint
}

export function createShapeLayer(
  map: LeafletMap,
  shapes: readonly MapShape[],
  initialColours: MapColours,
  listeners: () => { onClick: (code: string) => void; onHover: (code: string | null) => void },
) {
  let colours = initialColours
  let selectedCode: string | null = null
  const labels = createShapeLabels(map)
  const halo = polygon([], { ...haloStyle(colours), interactive: false, lineJoin: 'round' }).addTo(map)
  const drawn = new Map(shapes.map((shape) => [shape.code, drawShape(shape)]))

  function drawShape(shape: MapShape): DrawnShape {
    const path = polygon(
      shape.polygons.map((rings) => rings.map((ring) => ring.map(latLng))),
      {
        ...pathStyle(PLAIN_LAND, false, colours),
        lineJoin: 'round',
      },
    )
    path.on('click', () => listeners().onClick(shape.code))
    path.on('mouseover', () => listeners().onHover(shape.code))
    path.on('mouseout', () => listeners().onHover(null))
    path.addTo(map)
    path.getElement()?.setAttribute('data-code', shape.code)
    path.getElement()?.setAttribute('data-tone', PLAIN_LAND.tone)
    return { shape, path, paint: PLAIN_LAND }
  }

  function paintShape(target: DrawnShape, paint: ShapePaint): void {
    const { tone, depth, label } = target.paint
    target.paint = paint
    if (tone !== paint.tone || depth !== paint.depth) restyle(target)
    if (label !== paint.label) labels.set(target.shape.code, paint.label, placeOf(target))
  }

  function restyle({ shape, path, paint }: DrawnShape): void {
    path.setStyle(pathStyle(paint, shape.code === selectedCode, colours))
    path.getElement()?.setAttribute('data-tone', paint.tone)
  }

  return {
    /** Updates only changed shapes; a shape without paint becomes plain land. */
    paint(paints: ReadonlyMap<string, ShapePaint>) {
      for (const [code, target] of drawn) paintShape(target, paints.get(code) ?? PLAIN_LAND)
      labels.spaceOthers()
    },
    select(code: string | null) {
      const [before, after] = [drawn.get(selectedCode ?? ''), drawn.get(code ?? '')]
      selectedCode = code
      labels.select(code)
      if (before) restyle(before)
      if (after) restyle(after)
      halo.setLatLngs(after?.path.getLatLngs() ?? [])
      halo.bringToFront()
      after?.path.bringToFront()
    },
    setColours(newColours: MapColours) {
      colours = newColours
      halo.setStyle(haloStyle(colours))
      for (const target of drawn.values()) restyle(target)
    },
  }
}

function latLng([longitude, latitude]: Position): LatLngExpression {
  return [latitude, longitude]
}

/** `room`: degrees of longitude. */
function placeOf({ shape, path }: DrawnShape) {
  const bounds = path.getBounds()
  return { place: latLng(shape.label), room: bounds.getEast() - bounds.getWest() }
}

interface ShownLabel {
  tooltip: Tooltip
  text: Text
  place: LatLngExpression
  room: number
}

/** Labels on a map, by shape. Overlapping labels with less room are hidden. */
function createShapeLabels(map: LeafletMap) {
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
