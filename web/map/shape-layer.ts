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
  label: { tooltip: Tooltip; text: Text } | null
}

/** Draws shapes and their labels on a map. */
export function createShapeLayer(
  map: LeafletMap,
  shapes: readonly MapShape[],
  initialColours: MapColours,
  listeners: () => { onClick: (code: string) => void; onHover: (code: string | null) => void },
) {
  let colours = initialColours
  let selectedCode: string | null = null
  /** A label was added or removed since the labels were last spaced. */
  let hasOtherLabels = false
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
    return { shape, path, paint: PLAIN_LAND, label: null }
  }

  function paintShape(target: DrawnShape, paint: ShapePaint): void {
    const { tone, depth, label } = target.paint
    target.paint = paint
    if (tone !== paint.tone || depth !== paint.depth) restyle(target)
    if (label !== paint.label) labelShape(target, paint.label)
  }

  function labelShape(target: DrawnShape, words: string | null): void {
    if (words === null) {
      target.label?.tooltip.remove()
      target.label = null
      hasOtherLabels = true
      return
    }
    if (target.label === null) {
      const text = document.createTextNode(words)
      const node = document.createElement('span')
      node.append(text)
      const opened = tooltip(latLng(target.shape.label), {
        permanent: true,
        direction: 'center',
        className: 'map-label',
        opacity: 1,
        content: node,
      })
      opened.addTo(map)
      target.label = { tooltip: opened, text }
      hasOtherLabels = true
      if (target.shape.code === selectedCode) opened.getElement()?.classList.add('is-selected')
    }
    // The label has a fixed width (map.css), so that a new text moves nothing.
    target.label.text.data = words
  }

  function restyle({ shape, path, paint, label }: DrawnShape): void {
    const isSelected = shape.code === selectedCode
    path.setStyle(pathStyle(paint, isSelected, colours))
    path.getElement()?.setAttribute('data-tone', paint.tone)
    label?.tooltip.getElement()?.classList.toggle('is-selected', isSelected)
  }

  /** Hides labels that would cover one another: zoomed out, there is no room for all of them. */
  function spaceLabels(): void {
    hasOtherLabels = false
    const labelled = [...drawn.values()].filter((target) => target.label !== null)
    const free = freeLabels(
      labelled.map(({ shape, path }) => {
        const { x, y } = map.latLngToLayerPoint(latLng(shape.label))
        const bounds = path.getBounds()
        return { key: shape.code, x, y, room: bounds.getEast() - bounds.getWest() }
      }),
    )
    for (const { shape, label } of labelled) {
      label?.tooltip.getElement()?.classList.toggle('is-covered', !free.has(shape.code))
    }
  }
  map.on('zoomend', spaceLabels)

  return {
    /** Updates only the shapes whose paint has changed; a shape without paint becomes plain land. */
    paint(paints: ReadonlyMap<string, ShapePaint>) {
      for (const [code, target] of drawn) paintShape(target, paints.get(code) ?? PLAIN_LAND)
      if (hasOtherLabels) spaceLabels()
    },
    select(code: string | null) {
      selectedCode = code
      for (const target of drawn.values()) restyle(target)
      const path = drawn.get(code ?? '')?.path
      halo.setLatLngs(path?.getLatLngs() ?? [])
      halo.bringToFront()
      path?.bringToFront()
    },
    /** Redraws everything in the colours of another theme. */
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
