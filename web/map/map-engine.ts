import {
  type LatLngBoundsExpression,
  type LatLngTuple,
  map as createLeafletMap,
  type Map as LeafletMap,
  svg,
} from 'leaflet'

import type { ResolvedTheme } from '#web/ui/theme.ts'

import type { MapShape } from './map-shapes.ts'
import { createShapeLayer } from './shape-layer.ts'
import { readColours, type ShapePaint } from './shape-paint.ts'
import { showTiles, type TileSource } from './tile-layer.ts'

import 'leaflet/dist/leaflet.css'
import './map.css'

/** Initial view, from the specification. */
const CENTRE = [46, 10] as const
const ZOOM = 4.5
/** From this width on the initial view shows all countries. */
const WIDE_PX = 600
/** Space for about half a label at the edges. */
const LABEL_PX = [30, 12] as const
const ZOOM_STEP = 0.5
const MIN_ZOOM = 3
/** Largest zoom of the tiles. */
const MAX_ZOOM = 18
/** Shapes are cut to this frame; the map cannot be moved beyond it. */
const BOUNDS: LatLngBoundsExpression = [
  [27.5, -34],
  [72.5, 55],
]

export type TileSources = Readonly<Record<ResolvedTheme, TileSource>>

export interface MapListeners {
  onClick: (code: string) => void
  onHover: (code: string | null) => void
  onZoom: (state: ReturnType<typeof zoomState>) => void
  onTiles: (isReachable: boolean) => void
}

export type MapEngine = ReturnType<typeof createMapEngine>

const HEIGHT_PX = 500
/** Around a label that is panned into view. */
const REVEAL_PADDING_PX = 48

/** Appends a map to `place`. `label`: accessible name. `listeners` returns the current callbacks, which change with every render. */
export function createMapEngine(place: HTMLElement, label: string, listeners: () => MapListeners) {
  const host = document.createElement('div')
  host.className = 'shape-map'
  host.style.height = `${HEIGHT_PX}px`
  host.setAttribute('role', 'application')
  host.setAttribute('aria-label', label)
  place.append(host)
  const map = createMap(host)
  let shapes: readonly MapShape[] = []
  let paints: ReadonlyMap<string, ShapePaint> = new Map()
  let selectedCode: string | null = null
  let layer: ReturnType<typeof createShapeLayer> | null = null
  let removeTiles: () => void = () => undefined

  const reportZoom = () => listeners().onZoom(zoomState(map))
  map.on('zoomend', reportZoom)
  const fit = () => {
    map.invalidateSize({ animate: false })
    limitZoom(map)
    reportZoom()
    if (selectedCode !== null) reveal(selectedCode)
  }
  const observer = new ResizeObserver(fit)
  observer.observe(host)
  // A `ResizeObserver` would report only after printing.
  addEventListener('beforeprint', fit)

  function reveal(code: string): void {
    const shape = shapes.find((candidate) => candidate.code === code)
    if (shape === undefined) return
    const [longitude, latitude] = shape.label
    map.panInside([latitude, longitude], { padding: [REVEAL_PADDING_PX, REVEAL_PADDING_PX] })
  }

  return {
    /** Only the first call with shapes counts. */
    setShapes(loaded: readonly MapShape[]) {
      if (layer !== null || loaded.length === 0) return
      shapes = loaded
      layer = createShapeLayer(map, shapes, readColours(host), listeners)
      layer.paint(paints)
      layer.select(selectedCode)
    },
    paint(newPaints: ReadonlyMap<string, ShapePaint>) {
      paints = newPaints
      layer?.paint(paints)
    },
    /** Outlines one shape and pans its label into view. */
    select(code: string | null) {
      selectedCode = code
      layer?.select(code)
      if (code !== null) reveal(code)
    },
    /** Reads the colours from the page, which must already be in that theme. */
    setTheme(theme: ResolvedTheme, tiles: TileSources | null) {
      layer?.setColours(readColours(host))
      removeTiles()
      if (tiles !== null)
        removeTiles = showTiles(map, tiles[theme], (isReachable) => listeners().onTiles(isReachable))
    },
    zoomIn: () => void map.zoomIn(),
    zoomOut: () => void map.zoomOut(),
    resetView() {
      const painted = shapes.filter(({ code }) => paints.has(code))
      resetView(
        map,
        painted.map(({ label: [longitude, latitude] }) => [latitude, longitude]),
      )
    },
    destroy() {
      observer.disconnect()
      removeEventListener('beforeprint', fit)
      removeTiles()
      map.remove()
      host.remove()
    },
  }
}

function createMap(host: HTMLElement): LeafletMap {
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
    // The second click deselects a shape and must not zoom.
    doubleClickZoom: false,
    zoomControl: false,
    attributionControl: false,
    zoomAnimation: hasMotion,
    // Fading tiles would show no information.
    fadeAnimation: false,
    inertia: hasMotion,
    renderer: svg({ padding: 0.5 }),
  })
  // One finger scrolls the page; two move and zoom the map.
  host.addEventListener(
    'pointerdown',
    ({ pointerType }) => (pointerType === 'touch' ? map.dragging.disable() : map.dragging.enable()),
    { capture: true },
  )
  // Screen readers use the list beside the map.
  map.getPane('mapPane')?.setAttribute('aria-hidden', 'true')
  return map
}

/** Keeps the cut edges of the shapes out of view. */
function limitZoom(map: LeafletMap): void {
  const filled = Math.ceil(map.getBoundsZoom(BOUNDS, true) / ZOOM_STEP) * ZOOM_STEP
  map.setMinZoom(Math.min(Math.max(filled, MIN_ZOOM), ZOOM))
}

/** Shows the initial view, or all `places` if the map is too narrow for it. */
function resetView(map: LeafletMap, places: LatLngTuple[]): void {
  if (map.getSize().x >= WIDE_PX || places.length === 0) map.setView([...CENTRE], ZOOM)
  else map.fitBounds(places, { maxZoom: ZOOM, padding: [...LABEL_PX] })
}

function zoomState(map: LeafletMap) {
  return { canZoomIn: map.getZoom() < map.getMaxZoom(), canZoomOut: map.getZoom() > map.getMinZoom() }
}
