import { type LatLngExpression, type Map as LeafletMap, type Polygon, polygon } from 'leaflet'

import type { MapShape, Position } from './map-shapes.ts'
import { createShapeLabels } from './shape-labels.ts'
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
      selectedCode = code
      labels.select(code)
      for (const target of drawn.values()) restyle(target)
      const path = drawn.get(code ?? '')?.path
      halo.setLatLngs(path?.getLatLngs() ?? [])
      halo.bringToFront()
      path?.bringToFront()
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
