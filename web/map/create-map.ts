import {
  type LatLngBoundsExpression,
  type LatLngTuple,
  map as createLeafletMap,
  type Map as LeafletMap,
  svg,
} from 'leaflet'

import 'leaflet/dist/leaflet.css'

/** The initial view, from the specification. */
const CENTRE = [46, 10] as const
const ZOOM = 4.5
/** A map of this width shows all countries in the initial view. */
const WIDE_PX = 600
/** About half a label. */
const LABEL_PX = [30, 12] as const
const ZOOM_STEP = 0.5
const MIN_ZOOM = 3
const MAX_ZOOM = 8
/** The shapes are cut to this frame, and the map cannot be moved beyond it. */
const BOUNDS: LatLngBoundsExpression = [
  [27.5, -34],
  [72.5, 55],
]

/** A map of Europe in `host`, without controls; it is moved by dragging, pinching and the keyboard. */
export function createMap(host: HTMLElement): LeafletMap {
  const hasMotion = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = createLeafletMap(host, {
    center: [...CENTRE],
    zoom: ZOOM,
    zoomSnap: ZOOM_STEP,
    zoomDelta: ZOOM_STEP,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    maxBounds: BOUNDS,
    maxBoundsViscosity: 1,
    scrollWheelZoom: false,
    // A click selects a shape and the next one deselects it, so a double click must not zoom.
    doubleClickZoom: false,
    zoomControl: false,
    attributionControl: false,
    zoomAnimation: hasMotion,
    // Of tiles, which explains nothing.
    fadeAnimation: false,
    inertia: hasMotion,
    renderer: svg({ padding: 0.5 }),
  })
  // Screen readers use the list beside the map.
  map.getPane('mapPane')?.setAttribute('aria-hidden', 'true')
  return map
}

/** Limits zooming out, so that the cut edges of the shapes stay out of view. */
export function limitZoom(map: LeafletMap): void {
  const filled = Math.ceil(map.getBoundsZoom(BOUNDS, true) / ZOOM_STEP) * ZOOM_STEP
  map.setMinZoom(Math.min(Math.max(filled, MIN_ZOOM), ZOOM))
}

/** Goes to the initial view, or where the map is too narrow for it to all `places`. */
export function resetView(map: LeafletMap, places: LatLngTuple[]): void {
  if (map.getSize().x >= WIDE_PX || places.length === 0) map.setView([...CENTRE], ZOOM)
  else map.fitBounds(places, { maxZoom: ZOOM, padding: [...LABEL_PX] })
}

export interface ZoomState {
  canZoomIn: boolean
  canZoomOut: boolean
}

export function zoomState(map: LeafletMap): ZoomState {
  return { canZoomIn: map.getZoom() < map.getMaxZoom(), canZoomOut: map.getZoom() > map.getMinZoom() }
}
